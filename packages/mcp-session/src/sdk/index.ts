export { type FromSdkTransportOptions, fromSdkTransport } from "./from-sdk-transport.ts";
export { sdkNegotiator } from "./sdk-negotiator.ts";
export type { SdkSendOptions, SdkTransport, SdkTransportLike } from "./sdk-transport.ts";
export { type ToSdkTransportOptions, toSdkTransport } from "./to-sdk-transport.ts";
