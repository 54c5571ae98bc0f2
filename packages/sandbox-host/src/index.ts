export type { HostSandboxOptions } from "./host-sandbox.ts";
export { hostSandbox } from "./host-sandbox.ts";
