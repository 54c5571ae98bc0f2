export { checkSandboxChoice } from "./check-sandbox-choice.ts";
export { checkStdioConfig } from "./check-stdio-config.ts";
export type { StdioInstall, StdioServerConfig } from "./stdio-server-config.ts";
