type Values = Readonly<Record<string, unknown>>;
type Schema = Readonly<Record<string, unknown>>;

/** Arguments found in a text, and the names of those that a call cannot do without. */
export interface FilledArguments {
  readonly values: Values;
  readonly missing: readonly string[];
}

/**
 * Finds a tool's arguments in what a person wrote: JSON, `name=value` or `name: value`, quoted texts, numbers and
 * words of an enumeration, in the order of the schema; the rest of the text is the one text that is still missing.
 */
export function fillArguments(schema: Schema, text: string, known: Values = {}): FilledArguments {
  const properties = propertiesOf(schema);
  const json = jsonObjectIn(text);
  const values: Record<string, unknown> = { ...json, ...known };
  let rest = json === undefined ? text : "";
  for (const [name, property] of Object.entries(properties)) {
    if (Object.hasOwn(values, name)) continue;
    const named = new RegExp(`(?:^|\\s)${escaped(name)}\\s*[=:]\\s*("[^"]*"|'[^']*'|\\S+)`, "i").exec(rest);
    const value = named === null ? undefined : convert(unquoted(named[1] ?? ""), property);
    if (named === null || value === undefined) continue;
    values[name] = value;
    rest = rest.replace(named[0], " ");
  }
  const required = requiredOf(schema).filter((name) => !Object.hasOwn(values, name));
  for (const name of required) {
    const taken = takeValue(
      rest,
      properties[name] ?? {},
      required.filter((one) => isText(properties[one])).length,
    );
    if (taken === undefined) continue;
    values[name] = taken.value;
    rest = taken.rest;
  }
  return { values, missing: requiredOf(schema).filter((name) => !Object.hasOwn(values, name)) };
}

/** The part of a schema that a form asks for: what is missing. */
export function schemaOf(schema: Schema, names: readonly string[]): Schema {
  const { $defs, definitions } = schema;
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, propertiesOf(schema)[name] ?? {}])),
    required: [...names],
    ...($defs === undefined ? {} : { $defs }),
    ...(definitions === undefined ? {} : { definitions }),
  };
}

function takeValue(
  text: string,
  property: Schema,
  textsMissing: number,
): { readonly value: unknown; readonly rest: string } | undefined {
  if (Array.isArray(property.enum)) {
    const word = property.enum.find((one) =>
      new RegExp(`(?<!\\w)${escaped(String(one))}(?!\\w)`, "i").test(text),
    );
    return word === undefined ? undefined : { value: word, rest: text };
  }
  if (property.type === "number" || property.type === "integer") {
    const found = /(?<![\w.])-?\d+(?:\.\d+)?(?![\w.]*\w)/.exec(text)?.[0];
    const value = found === undefined ? undefined : convert(found, property);
    return value === undefined || found === undefined ? undefined : { value, rest: text.replace(found, " ") };
  }
  if (!isText(property)) return undefined;
  const quoted = /"([^"]+)"|'([^']+)'|“([^”]+)”/.exec(text);
  if (quoted !== null)
    return { value: quoted[1] ?? quoted[2] ?? quoted[3] ?? "", rest: text.replace(quoted[0], " ") };
  // Only where nothing else can be meant by it.
  const value = text.trim();
  return textsMissing === 1 && value !== "" ? { value, rest: "" } : undefined;
}

function convert(text: string, { type, enum: allowed }: Schema): unknown {
  if (Array.isArray(allowed)) return allowed.find((one) => String(one).toLowerCase() === text.toLowerCase());
  switch (type) {
    case "number":
    case "integer": {
      const value = Number(text);
      return Number.isFinite(value) && (type === "number" || Number.isInteger(value)) ? value : undefined;
    }
    case "boolean":
      return /^(true|yes|on)$/i.test(text) ? true : /^(false|no|off)$/i.test(text) ? false : undefined;
    case "array":
    case "object":
      return undefined; // only as JSON
    default:
      return text;
  }
}

function jsonObjectIn(text: string): Values | undefined {
  const start = text.indexOf("{");
  const end = text.lastIndexOf("}");
  if (start < 0 || end < start) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(start, end + 1));
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Values)
      : undefined;
  } catch {
    return undefined; // braces that are no JSON are text like any other
  }
}

function propertiesOf({ properties }: Schema): Readonly<Record<string, Schema>> {
  return typeof properties === "object" && properties !== null ? (properties as Record<string, Schema>) : {};
}

function requiredOf({ required }: Schema): readonly string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}

function isText(property: Schema = {}): boolean {
  return !Array.isArray(property.enum) && (property.type === "string" || property.type === undefined);
}

function unquoted(text: string): string {
  return /^(["']).*\1$/s.test(text) ? text.slice(1, -1) : text;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, "\\$&");
}
