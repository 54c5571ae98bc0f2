import { attempt } from "../data/attempt.ts";
import { readToolUi } from "./read-tool-ui.ts";

/** The tools of one server, by who may call them; a tool can be in both lists, or in none. */
export interface ToolsByAudience<T> {
  /** What a model may be shown. */
  readonly model: readonly T[];
  /** What the server's own views may call. */
  readonly app: readonly T[];
}

/** No server has as many; an object made to look like a list may claim any length. */
const maxTools = 100_000;

/**
 * Splits a tool list by visibility (SEP-1865, Visibility: a host must not show a model what is not for it, and must
 * refuse a view's call of what is not for views). Never throws; a tool that cannot be read is in neither list and
 * does not hide the others.
 */
export function splitToolsByAudience<T>(tools: readonly T[]): ToolsByAudience<T> {
  const model: T[] = [];
  const app: T[] = [];
  const length = attempt(() => (Array.isArray(tools) ? tools.length : 0)) ?? 0;
  for (let index = 0; index < length && index < maxTools; index++) {
    const tool = attempt(() => tools[index]);
    if (typeof tool !== "object" || tool === null) continue;
    const { visibility } = readToolUi(tool);
    if (visibility.includes("model")) model.push(tool);
    if (visibility.includes("app")) app.push(tool);
  }
  return { model, app };
}
