export type { StoreContractCase, StoreContractOptions, StoreUnderTest } from "./contract-kit.ts";
export { keyValueStoreContract } from "./store-contract.ts";
