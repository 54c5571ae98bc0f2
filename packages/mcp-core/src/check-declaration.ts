import { ConfigError, type ConfigPlace } from "./config-error.ts";
import { isJsonObject, type JsonObject } from "./json.ts";
import { nearestNames } from "./nearest-names.ts";

/** What one key of a declaration may be. */
export interface DeclarationField {
  /** `strings`: a list of strings. `record`: an object whose values are strings. `positive`: a number above 0. */
  readonly type: "string" | "strings" | "record" | "positive" | "boolean" | "object" | "function" | "any";
  readonly required?: boolean;
  /** What to write, as the user would type it: `"npx"`, `["-y", "server"]`. */
  readonly example: string;
  /** For `object`: the keys inside. */
  readonly fields?: DeclarationFields;
  /** A further check; returns what is wrong as a sentence that does not repeat the value. */
  problem?(value: never): string | undefined;
}

/** The keys of a declaration. */
export type DeclarationFields = Readonly<Record<string, DeclarationField>>;

/** A key whose value is one of some words. */
export function oneOfWords(...words: readonly string[]): DeclarationField {
  const quoted = words.map((word) => `"${word}"`);
  return {
    type: "string",
    example: quoted[0] ?? "",
    problem: (value: string) => (words.includes(value) ? undefined : `expected one of ${quoted.join(", ")}.`),
  };
}

/** Where a declaration stands, for the message. */
export interface DeclarationPlace extends ConfigPlace {
  readonly serverId?: string | undefined;
  /** What it declares, such as `a stdio server`. */
  readonly what: string;
  /** Leave keys alone that are not listed. Default false: they are an error that names the nearest key. */
  readonly allowUnknown?: boolean;
}

/**
 * Checks plain data against the keys it may have. The message names the key, what was expected and what to
 * write; it never repeats a value, which may be a secret.
 *
 * @throws ConfigError (code `config`) for the first thing that is wrong.
 */
export function checkDeclaration(
  value: unknown,
  fields: DeclarationFields,
  place: DeclarationPlace,
): asserts value is JsonObject {
  if (!isJsonObject(value))
    throw problemAt(place, "", `expected ${place.what} as an object, but found ${typeName(value)}.`);
  for (const key of Object.keys(value)) {
    if (Object.hasOwn(fields, key) || place.allowUnknown) continue;
    const [nearest] = nearestNames(key, Object.keys(fields), 1);
    const hint =
      nearest === undefined ? `Known keys: ${Object.keys(fields).join(", ")}.` : `Did you mean "${nearest}"?`;
    throw problemAt(place, key, `${place.what} has no such key. ${hint}`);
  }
  for (const [key, field] of Object.entries(fields)) checkField(value[key], key, field, place);
}

function checkField(value: unknown, key: string, field: DeclarationField, place: DeclarationPlace): void {
  if (value === undefined) {
    if (field.required)
      throw problemAt(place, key, `${place.what} needs it. Write ${key}: ${field.example}.`);
    return;
  }
  const expected = expectation(value, field.type);
  if (expected !== undefined)
    throw problemAt(
      place,
      key,
      `expected ${expected}, such as ${field.example}, but found ${typeName(value)}.`,
    );
  if (field.fields !== undefined)
    checkDeclaration(value, field.fields, {
      ...place,
      pointer: pointerTo(place.pointer, key),
      what: `\`${key}\``,
    });
  const problem = field.problem?.(value as never);
  if (problem !== undefined) throw problemAt(place, key, problem);
}

/** What was expected, or `undefined` where the value is just that. */
function expectation(value: unknown, type: DeclarationField["type"]): string | undefined {
  switch (type) {
    case "string":
      return typeof value === "string" && value !== "" ? undefined : "a non-empty string";
    case "strings":
      return Array.isArray(value) && value.every((item) => typeof item === "string")
        ? undefined
        : "a list of strings";
    case "record":
      return isJsonObject(value) && Object.values(value).every((item) => typeof item === "string")
        ? undefined
        : "an object whose values are strings";
    case "positive":
      return typeof value === "number" && value > 0 && !Number.isNaN(value) ? undefined : "a number above 0";
    case "object":
      return isJsonObject(value) ? undefined : "an object";
    case "any":
      return undefined;
    default:
      return typeof value === type ? undefined : `a ${type}`;
  }
}

function problemAt(place: DeclarationPlace, key: string, problem: string): ConfigError {
  return new ConfigError({
    ...place,
    pointer: key === "" ? place.pointer : pointerTo(place.pointer, key),
    problem,
  });
}

/** RFC 6901: `~` and `/` in a key are escaped. */
function pointerTo(base: string, key: string): string {
  return `${base}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function typeName(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (value === "") return "an empty string";
  if (Array.isArray(value)) return "a list";
  return `${typeof value === "object" ? "an" : "a"} ${typeof value}`;
}
