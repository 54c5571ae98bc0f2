/** A documented rule of a provider about a tool. */
export interface ProviderRule<T> {
  readonly id: string;
  /** In one sentence. */
  readonly says: string;
  /** Where the provider, or the service's own message, says so. */
  readonly source: string;
  /** How the tool breaks the rule; undefined where it does not. */
  breaks(tool: T): string | undefined;
}

/** Rules as they were read on a day. */
export interface ProviderRules<T> {
  /** ISO date on which the sources were last compared. */
  readonly readOn: string;
  readonly rules: readonly ProviderRule<T>[];
}

/** What a tool breaks, in words. */
export function brokenRules<T>(tool: T, { rules }: ProviderRules<T>): readonly string[] {
  return rules.flatMap((rule) => {
    const broken = rule.breaks(tool);
    return broken === undefined ? [] : [`${rule.id}: ${broken}`];
  });
}
