import type { KeyValueStore } from "@x/mcp-core";

/** One rule that every store keeps. `test(name, options, run)` registers it with vitest and with `node:test`. */
export interface StoreContractCase {
  /** Stable id, such as `K05`. */
  readonly id: string;
  /** The id and the rule, as a sentence. */
  readonly name: string;
  /** `skip`: it needs what the store was said not to have. `timeout`: milliseconds. */
  readonly options: { readonly skip: boolean; readonly timeout: number };
  run(): Promise<void>;
}

/** A store to be tested, with nothing in it. */
export interface StoreUnderTest extends Partial<AsyncDisposable> {
  readonly store: KeyValueStore;
  /** Another store over the same data, as another process or host has one. Without it those rules are skipped. */
  readonly peer?: KeyValueStore | undefined;
}

/** Options of {@link keyValueStoreContract}. */
export interface StoreContractOptions {
  /** Whether there are peers. Default: false. */
  readonly peers?: boolean;
  /** Time for each case, in milliseconds. Default: 30 000. */
  readonly timeoutMs?: number;
}

/** What a group of cases is written with. */
export interface StoreKit {
  define(id: string, rule: string, run: (store: KeyValueStore) => Promise<void>): StoreContractCase;
  /** A rule between two stores over the same data. */
  between(
    id: string,
    rule: string,
    run: (store: KeyValueStore, peer: KeyValueStore) => Promise<void>,
  ): StoreContractCase;
}

export function createStoreKit(
  make: () => StoreUnderTest | Promise<StoreUnderTest>,
  { peers = false, timeoutMs = 30_000 }: StoreContractOptions,
): StoreKit {
  const using = async (run: (under: StoreUnderTest) => Promise<void>): Promise<void> => {
    const under = await make();
    try {
      await run(under);
    } finally {
      await under[Symbol.asyncDispose]?.();
    }
  };
  return {
    define: (id, rule, run) => ({
      id,
      name: `${id} ${rule}`,
      options: { skip: false, timeout: timeoutMs },
      run: () => using(({ store }) => run(store)),
    }),
    between: (id, rule, run) => ({
      id,
      name: `${id} ${rule}`,
      options: { skip: !peers, timeout: timeoutMs },
      run: () =>
        using(async ({ store, peer }) => {
          if (peer === undefined) throw new Error("`peers` was promised: `make` has to give a peer.");
          await run(store, peer);
        }),
    }),
  };
}
