export { bwrapSandbox } from "./bwrap-sandbox.ts";
export type { BwrapBind, BwrapLimits, BwrapNetwork, BwrapSandboxOptions } from "./options.ts";
