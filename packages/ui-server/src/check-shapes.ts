import { McpUiServerError } from "./ui-server-error.ts";

const isFunction = (value: unknown): boolean => typeof value === "function";
const isObject = (value: unknown): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

type ShapeName = "function" | "object" | "texts" | "function or object" | "function or texts";

const shapes: Readonly<Record<ShapeName, readonly [string, (value: unknown) => boolean]>> = {
  function: ["a function", isFunction],
  object: ["an object", isObject],
  texts: ["a list of texts", isTexts],
  "function or object": ["a function or an object", (value) => isFunction(value) || isObject(value)],
  "function or texts": ["a function or a list of texts", (value) => isFunction(value) || isTexts(value)],
};

/** A form that an option must have, or the words that it may be. */
export type OptionShape = ShapeName | readonly string[];

/**
 * Holds options to their types where no compiler does; absent ones are fine but for those of `required`. Throws
 * `McpUiServerError`.
 */
export function checkShapes<Options extends object>(
  options: Options,
  wanted: Partial<Record<keyof Options & string, OptionShape>>,
  required: readonly (keyof Options & string)[],
): void {
  if (!isObject(options)) throw new McpUiServerError("config", "options", "give an object.");
  for (const [name, shape] of Object.entries<OptionShape | undefined>(wanted)) {
    const value: unknown = (options as Record<string, unknown>)[name];
    if (shape === undefined || (value === undefined && !required.some((one) => one === name))) continue;
    const [words, fits] =
      typeof shape === "string"
        ? shapes[shape]
        : [shape.join(" or "), (text: unknown) => typeof text === "string" && shape.includes(text)];
    if (!fits(value)) throw new McpUiServerError("config", name, `give ${words}.`);
  }
}
