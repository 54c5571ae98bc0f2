import { attempt } from "../data/attempt.ts";
import { listItems } from "../data/list-items.ts";
import { isPlainObject, type PlainObject } from "../data/plain-object.ts";
import { type UiProblem, uiProblem } from "../data/ui-problem.ts";
import type { UiCspDeclaration, UiPermission, UiPermissions } from "./ui-document.ts";

/** The part of `_meta` that concerns a document. */
export interface UiResourceMeta {
  readonly csp?: UiCspDeclaration;
  readonly permissions?: UiPermissions;
  readonly domain?: string;
  readonly prefersBorder?: boolean;
}

const cspFields = ["connectDomains", "resourceDomains", "frameDomains", "baseUriDomains"] as const;
const permissionNames: readonly UiPermission[] = ["camera", "microphone", "geolocation", "clipboardWrite"];
/** A longer list is cut: no document needs as many origins, and headers have an end. */
const maxDomains = 64;

/**
 * Reads `_meta` of a content item or of a `resources/list` entry: `_meta.ui`, and what it does not say from the
 * `openai/…` keys that came before it.
 */
export function readUiMeta(holder: unknown, where: string): { meta: UiResourceMeta; problems: UiProblem[] } {
  const problems: UiProblem[] = [];
  const outer = attempt(() => (isPlainObject(holder) ? holder._meta : undefined));
  if (!isPlainObject(outer)) return { meta: {}, problems };
  const meta = attempt(() => readMeta(outer, where, problems));
  if (meta !== undefined) return { meta, problems };
  return { meta: {}, problems: [uiProblem("unreadable", "The metadata cannot be read.", where)] };
}

function readMeta(outer: PlainObject, where: string, problems: UiProblem[]): UiResourceMeta {
  const nested = outer.ui;
  const ui: PlainObject = isPlainObject(nested) ? nested : {};
  const csp = readCsp(ui.csp, `${where}.csp`, problems) ?? openAiCsp(outer, where, problems);
  const permissions = readPermissions(ui.permissions, `${where}.permissions`, problems);
  const domain = ui.domain ?? outer["openai/widgetDomain"];
  const prefersBorder = ui.prefersBorder ?? outer["openai/widgetPrefersBorder"];
  return {
    ...(csp === undefined ? {} : { csp }),
    ...(permissions === undefined ? {} : { permissions }),
    ...(typeof domain === "string" && domain !== "" && domain.length <= 1024 ? { domain } : {}),
    ...(typeof prefersBorder === "boolean" ? { prefersBorder } : {}),
  };
}

function readCsp(value: unknown, at: string, problems: UiProblem[]): UiCspDeclaration | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isPlainObject(value)) {
    problems.push(uiProblem("malformed", "Expected an object; nothing is declared.", at));
    return Object.freeze({});
  }
  const csp: Record<string, readonly string[]> = {};
  for (const field of cspFields) {
    const domains = readDomains(value[field], `${at}.${field}`, problems);
    if (domains !== undefined) csp[field] = domains;
  }
  return Object.freeze(csp);
}

function readDomains(value: unknown, at: string, problems: UiProblem[]): readonly string[] | undefined {
  if (value === undefined || value === null) return undefined;
  const listed = listItems(value, maxDomains + 1);
  if (listed === undefined) {
    problems.push(uiProblem("malformed", "Expected a list of origins; nothing is declared.", at));
    return undefined;
  }
  if (listed.length > maxDomains)
    problems.push(uiProblem("too-large", `Only the first ${maxDomains} origins count.`, at));
  const entries = listed.slice(0, maxDomains);
  const domains = entries.filter(
    (entry): entry is string => typeof entry === "string" && entry.length <= 2048,
  );
  if (domains.length < entries.length)
    problems.push(uiProblem("malformed", "Ignored entries that are not short strings.", at));
  return Object.freeze(domains);
}

function readPermissions(value: unknown, at: string, problems: UiProblem[]): UiPermissions | undefined {
  if (value === undefined || value === null) return undefined;
  if (!isPlainObject(value)) {
    problems.push(uiProblem("malformed", "Expected an object; nothing is requested.", at));
    return undefined;
  }
  const asked = permissionNames.filter((name) => isPlainObject(value[name]) || value[name] === true);
  return Object.freeze(Object.fromEntries(asked.map((name) => [name, Object.freeze({})])));
}

function openAiCsp(outer: PlainObject, where: string, problems: UiProblem[]): UiCspDeclaration | undefined {
  const old = outer["openai/widgetCSP"];
  if (!isPlainObject(old)) return undefined;
  const renamed = {
    connectDomains: old.connect_domains,
    resourceDomains: old.resource_domains,
    frameDomains: old.frame_domains,
  };
  return readCsp(renamed, `${where}.openai/widgetCSP`, problems);
}
