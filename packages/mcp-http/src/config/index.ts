export { checkHttpConfig } from "./check-http-config.ts";
export type { HttpServerConfig } from "./http-server-config.ts";
