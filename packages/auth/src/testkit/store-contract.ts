import {
  createStoreKit,
  type StoreContractCase,
  type StoreContractOptions,
  type StoreUnderTest,
} from "./contract-kit.ts";
import { entryCases } from "./entry-cases.ts";
import { lockCases } from "./lock-cases.ts";

/**
 * The rules that every `KeyValueStore` keeps, as cases for any test runner. `make` gives an empty store for each.
 *
 * @example
 * for (const { name, options, run } of keyValueStoreContract(() => ({ store: myStore() }))) test(name, options, run);
 */
export function keyValueStoreContract(
  make: () => StoreUnderTest | Promise<StoreUnderTest>,
  options: StoreContractOptions = {},
): readonly StoreContractCase[] {
  const kit = createStoreKit(make, options);
  return [...entryCases(kit), ...lockCases(kit)];
}
