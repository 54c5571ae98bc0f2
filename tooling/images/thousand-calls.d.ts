/** As much of a pool as the calls need. */
export interface CalledPool {
  callTool(
    name: string,
    args: { readonly [key: string]: string },
  ): Promise<{ readonly isError: boolean; readonly content: readonly unknown[]; readonly output: unknown }>;
}

/**
 * Calls `everything`, `files`, `time` and `sqlite` a thousand times each. Resolves with the rows that SQLite has counted
 * in the end: 1000.
 */
export function thousandCalls(pool: CalledPool): Promise<number>;
