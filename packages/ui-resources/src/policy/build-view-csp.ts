import { attempt } from "../data/attempt.ts";
import { listItems } from "../data/list-items.ts";
import { isPlainObject } from "../data/plain-object.ts";
import { type UiProblem, uiProblem } from "../data/ui-problem.ts";
import type { UiCspDeclaration } from "../document/ui-document.ts";
import { type CspSource, formatCspSource, parseCspSource } from "./csp-source.ts";
import { covers, meets } from "./host-pattern.ts";
import { type CspProfile, directivesOf, frameAncestorsOf } from "./view-directives.ts";

/** Options of {@link buildViewCsp}. */
export interface BuildViewCspOptions {
  /**
   * `strict`: what SEP-1865 prescribes, and no more than that from the network. `compat`: `eval` and scripts and
   * workers from `data:` and `blob:` as well, which some apps need and cannot declare; still no undeclared origin.
   */
  readonly profile: CspProfile;
  /** Where given, a declared origin counts only if one of these covers it: `https://a.com`, `a.com`, `*.a.com`. */
  readonly allow?: readonly string[];
  /** A declared origin that reaches one of these is refused. Same spelling as `allow`. */
  readonly deny?: readonly string[];
  /** Take origins of loopback and of internal networks, and without TLS there. Default false. */
  readonly allowPrivate?: boolean;
  /** The pages that may frame the document: origins, or `'self'`. An empty list is nobody. Default: no directive. */
  readonly frameAncestors?: readonly string[];
}

/** A declared origin that the header allows, by directive. */
export interface AcceptedCspSource {
  readonly directive: string;
  readonly source: string;
}

/** A Content-Security-Policy, and what became of the declaration. */
export interface ViewCsp {
  /** The value of the header. ASCII, without line breaks. */
  readonly header: string;
  readonly accepted: readonly AcceptedCspSource[];
  readonly refused: readonly UiProblem[];
}

type Field = keyof UiCspDeclaration;

const directivesByField: Readonly<Record<Field, readonly string[]>> = {
  connectDomains: ["connect-src"],
  resourceDomains: ["script-src", "style-src", "img-src", "font-src", "media-src"],
  frameDomains: ["frame-src"],
  baseUriDomains: ["base-uri"],
};
/** What is declared takes at most this much of the header, since servers and proxies cut long headers off. */
const maxDeclaredLength = 6_000;
const maxPerField = 64;

/**
 * The Content-Security-Policy of a view (SEP-1865, Host Behavior and Sandbox proxy): the restrictive default, plus the
 * declared origins that are plain origins and that the host's policy does not refuse. Never more than was declared,
 * and `frame-src 'none'`, `base-uri 'self'`, `object-src 'none'` where nothing is. What is refused is listed, for the
 * host to show; nothing of it can end a directive or the header.
 */
export function buildViewCsp(csp: UiCspDeclaration | undefined, options: BuildViewCspOptions): ViewCsp {
  const accepted: AcceptedCspSource[] = [];
  const refused: UiProblem[] = [];
  const declared = new Map<string, string[]>();
  let length = 0;
  for (const field of Object.keys(directivesByField) as Field[]) {
    const directives = directivesByField[field];
    const seen = new Set<string>();
    for (const [index, text] of entriesOf(csp, field, refused).entries()) {
      const at = `csp.${field}[${index}]`;
      const checked = checkSource(text, field, at, options);
      if ("code" in checked) {
        refused.push(checked);
        continue;
      }
      const source = formatCspSource(checked);
      const cost = (source.length + 1) * directives.length;
      if (seen.has(source)) continue;
      if (length + cost > maxDeclaredLength) {
        refused.push(uiProblem("too-large", "The policy has no room for more origins.", at));
        continue;
      }
      seen.add(source);
      length += cost;
      for (const directive of directives) {
        accepted.push({ directive, source });
        declared.set(directive, [...(declared.get(directive) ?? []), source]);
      }
    }
  }
  const ancestors = frameAncestorsOf(options.frameAncestors, refused);
  const directives = [...directivesOf(options.profile, declared), ...ancestors];
  return Object.freeze({
    header: directives.join("; "),
    accepted: Object.freeze(accepted),
    refused: Object.freeze(refused),
  });
}

function entriesOf(csp: unknown, field: Field, refused: UiProblem[]): readonly unknown[] {
  const at = `csp.${field}`;
  let list: unknown;
  let entries: readonly unknown[] | undefined;
  try {
    list = isPlainObject(csp) ? csp[field] : undefined;
    entries = listItems(list, maxPerField + 1);
  } catch {
    refused.push(uiProblem("unreadable", "The list cannot be read.", at));
    return [];
  }
  if (entries === undefined && list !== undefined && list !== null)
    refused.push(uiProblem("malformed", "Expected a list of origins.", at));
  if (entries !== undefined && entries.length > maxPerField)
    refused.push(uiProblem("too-large", `Only the first ${maxPerField} origins count.`, at));
  return entries?.slice(0, maxPerField) ?? [];
}

function checkSource(
  text: unknown,
  field: Field,
  at: string,
  options: BuildViewCspOptions,
): CspSource | UiProblem {
  const source = attempt(() => parseCspSource(text));
  if (source === undefined)
    return uiProblem(
      "invalid-source",
      "Expected an origin such as https://api.example.com or https://*.example.com, without a path.",
      at,
    );
  const isSocket = source.scheme === "ws" || source.scheme === "wss";
  if (isSocket && field !== "connectDomains")
    return uiProblem("invalid-source", "A WebSocket origin belongs into connectDomains.", at);
  const isPlain = source.scheme === "http" || source.scheme === "ws";
  if ((source.isPrivate || isPlain) && !(source.isPrivate && options.allowPrivate === true))
    return uiProblem("private-source", "Neither internal hosts nor connections without TLS are allowed.", at);
  if (options.allow !== undefined && !options.allow.some((pattern) => covers(pattern, source)))
    return uiProblem("not-allowed", "The host's list of allowed origins does not cover it.", at);
  if (options.deny?.some((pattern) => meets(pattern, source)) === true)
    return uiProblem("not-allowed", "The host denies this origin.", at);
  return source;
}
