import { type UiProblem, uiProblem } from "../data/ui-problem.ts";
import { formatCspSource, parseCspSource } from "./csp-source.ts";

/** How much beside the declared origins a view may use. */
export type CspProfile = "strict" | "compat";

/** Directive, what it always has, and what it has when nothing is declared. */
type Row = readonly [directive: string, always: string, otherwise?: string];

const strict: readonly Row[] = [
  ["default-src", "'none'"],
  ["script-src", "'self' 'unsafe-inline'"],
  ["style-src", "'self' 'unsafe-inline'"],
  ["img-src", "'self' data: blob:"],
  ["font-src", "'self' data:"],
  ["media-src", "'self' data: blob:"],
  ["connect-src", "", "'none'"],
  ["frame-src", "", "'none'"],
  ["worker-src", "'none'"],
  ["manifest-src", "'none'"],
  ["object-src", "'none'"],
  ["base-uri", "", "'self'"],
  ["form-action", "'none'"],
];

const compat: ReadonlyMap<string, string> = new Map([
  ["script-src", "'self' 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' data: blob:"],
  ["style-src", "'self' 'unsafe-inline' data: blob:"],
  ["font-src", "'self' data: blob:"],
  ["connect-src", "data: blob:"],
  ["worker-src", "'self' data: blob:"],
]);

/** The directives of a view's policy, in a fixed order. */
export function directivesOf(
  profile: CspProfile,
  declared: ReadonlyMap<string, readonly string[]>,
): readonly string[] {
  return strict.map(([directive, always, otherwise = ""]) => {
    const own = profile === "compat" ? (compat.get(directive) ?? always) : always;
    const sources = [own, ...(declared.get(directive) ?? [])].filter((part) => part !== "");
    return `${directive} ${sources.length === 0 ? otherwise : sources.join(" ")}`;
  });
}

/** Who may frame the view: it comes from the host itself, so internal hosts are fine. */
export function frameAncestorsOf(
  origins: readonly string[] | undefined,
  refused: UiProblem[],
): readonly string[] {
  if (origins === undefined) return [];
  const sources: string[] = [];
  for (const [index, origin] of origins.entries()) {
    const source = origin === "'self'" ? undefined : parseCspSource(origin);
    if (source !== undefined) sources.push(formatCspSource(source));
    else if (origin === "'self'") sources.push(origin);
    else
      refused.push(uiProblem("invalid-source", "Expected an origin or 'self'.", `frameAncestors[${index}]`));
  }
  return [`frame-ancestors ${sources.length === 0 ? "'none'" : sources.join(" ")}`];
}
