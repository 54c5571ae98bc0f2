import { attempt } from "../data/attempt.ts";
import { listItems } from "../data/list-items.ts";
import type { PlainObject } from "../data/plain-object.ts";
import { type UiProblem, uiProblem } from "../data/ui-problem.ts";
import { isUiUri } from "../data/ui-uri.ts";
import type { ToolUi, UiAudience, UiDialect } from "./tool-ui.ts";

const unreadable: ToolUi = Object.freeze({
  visibility: Object.freeze([]),
  problems: Object.freeze([uiProblem("unreadable", "The tool's _meta cannot be read.", "_meta")]),
});

/**
 * Reads the UI part of a tool in every dialect (SEP-1865, Resource Discovery and Visibility). Never throws: a tool
 * that cannot be read is visible to nobody, and what is malformed is named in `problems`.
 */
export function readToolUi(tool: unknown): ToolUi {
  return attempt(() => read(tool)) ?? unreadable;
}

function read(tool: unknown): ToolUi {
  const problems: UiProblem[] = [];
  const meta = readable(readable(tool)?._meta) ?? {};
  const { ui } = meta;
  const declaredUi = readable(ui);
  const nested = declaredUi ?? {};
  if (ui !== undefined && ui !== null && declaredUi === undefined)
    problems.push(uiProblem("malformed", "Expected an object.", "_meta.ui"));

  const declared = declaration(meta, nested.resourceUri, problems);
  const visibility = readVisibility(meta, nested.visibility, declared?.dialect, problems);
  return Object.freeze({
    ...(declared === undefined ? {} : { resourceUri: declared.uri, dialect: declared.dialect }),
    visibility: Object.freeze(visibility),
    problems: Object.freeze(problems),
  });
}

/** Throws for a revoked proxy: what cannot be read must not count as silent, for silence means everybody. */
function readable(value: unknown): PlainObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as PlainObject)
    : undefined;
}

function declaration(
  meta: PlainObject,
  nested: unknown,
  problems: UiProblem[],
): { readonly uri: string; readonly dialect: UiDialect } | undefined {
  const candidates: readonly (readonly [UiDialect, string, unknown])[] = [
    ["apps", "_meta.ui.resourceUri", nested],
    ["apps-flat", "_meta.ui/resourceUri", meta["ui/resourceUri"]],
    ["openai", "_meta.openai/outputTemplate", meta["openai/outputTemplate"]],
  ];
  for (const [dialect, at, uri] of candidates) {
    if (isUiUri(uri)) return { uri, dialect };
    if (uri !== undefined && uri !== null)
      problems.push(uiProblem("invalid-uri", "Expected a well-formed ui:// URI.", at));
  }
  return undefined;
}

function readVisibility(
  meta: PlainObject,
  declared: unknown,
  dialect: UiDialect | undefined,
  problems: UiProblem[],
): UiAudience[] {
  if (declared === undefined || declared === null)
    return dialect === "openai" ? openAiVisibility(meta) : ["model", "app"];
  const at = "_meta.ui.visibility";
  const scopes = listItems(declared, 16);
  if (scopes === undefined) {
    problems.push(
      uiProblem("malformed", 'Expected a list of "model" and "app"; nobody may use the tool.', at),
    );
    return [];
  }
  if (scopes.some((scope) => scope !== "model" && scope !== "app"))
    problems.push(uiProblem("malformed", 'Ignored what is neither "model" nor "app".', at));
  return (["model", "app"] as const).filter((audience) => scopes.includes(audience));
}

/** Before MCP Apps, a widget could call only what was marked for it, and `private` tools were hidden from the model. */
function openAiVisibility(meta: PlainObject): UiAudience[] {
  const visibility: UiAudience[] = meta["openai/visibility"] === "private" ? [] : ["model"];
  if (meta["openai/widgetAccessible"] === true) visibility.push("app");
  return visibility;
}
