/** Reports something that may happen a million times. */
export type RepeatedWarning = (code: string, describe: (count: number) => string) => void;

/**
 * Makes a reporter that counts by code and speaks at the 1st, 2nd, 4th, 8th … time: a flood costs a handful of
 * events and no timer, and the last one tells its size within a factor of two.
 */
export function createRepeatedWarning(emit: (code: string, message: string) => void): RepeatedWarning {
  const counts = new Map<string, number>();
  return (code, describe) => {
    const count = (counts.get(code) ?? 0) + 1;
    counts.set(code, count);
    if ((count & (count - 1)) === 0) emit(code, describe(count));
  };
}
