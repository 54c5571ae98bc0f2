export { checkHttpConfig } from "./config/check-http-config.ts";
export type { HttpServerConfig } from "./config/http-server-config.ts";
export type { EgressRules } from "./egress/egress-rules.ts";
export type { ResolvedAddress, ResolveHost } from "./egress/pinned-lookup.ts";
export {
  createHttpTransport,
  type HttpAuthorization,
  type HttpAuthorizationContext,
  type HttpTransportOptions,
  httpFactory,
} from "./http-transport.ts";
export { type HttpProxy, proxyFromEnvironment } from "./send/http-proxy.ts";
export { type HttpSender, type UndiciSendOptions, undiciSend } from "./send/undici-send.ts";
export { createHttpWire } from "./wire/http-wire.ts";
export type { HttpWireOptions } from "./wire/http-wire-options.ts";
