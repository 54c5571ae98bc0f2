export { checkSandboxChoice } from "./check-sandbox-choice.ts";
export { checkSandboxPolicy, type SandboxPolicies } from "./check-sandbox-policy.ts";
export { checkStdioConfig } from "./check-stdio-config.ts";
export type { StdioInstall, StdioServerConfig } from "./stdio-server-config.ts";
