export type { ContractBackend, ContractCase, ContractOptions, DoomedParent } from "./contract-kit.ts";
export { memoryContractPrograms, memoryPrograms } from "./memory-programs.ts";
export { posixPrograms } from "./posix-programs.ts";
export type { ContractPrograms } from "./programs.ts";
export { sandboxContract } from "./sandbox-contract.ts";
