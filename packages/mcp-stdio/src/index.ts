export { checkStdioConfig } from "./config/check-stdio-config.ts";
export type { StdioInstall, StdioServerConfig } from "./config/stdio-server-config.ts";
export {
  createStdioTransport,
  type StdioSessionOptions,
  type StdioTransportOptions,
} from "./create-stdio-transport.ts";
export { openStdioWire, type StdioWireOptions } from "./open-stdio-wire.ts";
export type { SandboxChoice } from "./sandbox-choice.ts";
export { type StdioFactoryOptions, stdioFactory } from "./stdio-factory.ts";
