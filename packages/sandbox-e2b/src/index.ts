export { e2bSandbox } from "./e2b-sandbox.ts";
export type { E2bNetwork, E2bSandboxOptions } from "./options.ts";
