export type { BashSandboxOptions } from "./bash-sandbox.ts";
export { bashSandbox } from "./bash-sandbox.ts";
