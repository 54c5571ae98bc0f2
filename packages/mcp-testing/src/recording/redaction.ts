import { isJsonObject } from "@x/mcp-core";

/** What is kept out of a recording. */
export interface RedactionOptions {
  /** Values that must not be in it, wherever they stand. */
  readonly secrets?: readonly string[];
  /** Makes another text of every text, after the rest was done. */
  readonly redact?: (text: string) => string;
}

/** Stands for what was taken out; when a recording is replayed it fits any text. */
const redacted = "[redacted]";

/** Values under these keys are secrets, whatever they look like. */
const secretKey = /token|secret|passw|pwd|api[-_]?key|credential|authorization|cookie|private[-_]?key/i;

/** What secrets look like wherever they stand. */
const secretShapes = [
  /\b(Bearer|Basic) +[A-Za-z0-9._~+/-]{8,}=*/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
  /\b(?:sk|pk|rk|ghp|gho|ghs|github_pat|xox[abp]|glpat)[-_][A-Za-z0-9_-]{16,}/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/g,
];

/** Makes a copy of a value without what is to be kept out of it. */
export function createRedaction(options: RedactionOptions = {}): <T>(value: T) => T {
  const secrets = (options.secrets ?? [])
    .filter((secret) => secret !== "")
    .sort((a, b) => b.length - a.length);
  const redact = options.redact ?? ((text: string) => text);
  const clean = (text: string): string => {
    let result = text;
    for (const secret of secrets) result = result.replaceAll(secret, redacted);
    for (const shape of secretShapes)
      result = result.replace(shape, (match) =>
        (/^(Bearer|Basic)/.exec(match)?.[0] ?? "").concat(redacted).replace(/^(Bearer|Basic)/, "$1 "),
      );
    return redact(result);
  };
  const walk = (value: unknown, key: string): unknown => {
    if (typeof value === "string") return value !== "" && secretKey.test(key) ? redacted : clean(value);
    if (Array.isArray(value)) return value.map((item) => walk(item, key));
    if (!isJsonObject(value)) return value;
    // The names in a schema are names: what stands under "token" there is no token.
    const inner = (name: string): string => (key === "properties" || key === "required" ? "" : name);
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, walk(item, inner(name))]));
  };
  return <T>(value: T) => walk(value, "") as T;
}

/** Whether a value is what was recorded; what was taken out there fits anything. */
export function fitsRecorded(recorded: unknown, value: unknown): boolean {
  if (typeof recorded === "string" && recorded.includes(redacted)) return fitsText(recorded, value);
  if (Array.isArray(recorded))
    return (
      Array.isArray(value) &&
      value.length === recorded.length &&
      recorded.every((item, index) => fitsRecorded(item, value[index]))
    );
  if (!isJsonObject(recorded)) return Object.is(recorded, value);
  if (!isJsonObject(value)) return false;
  const keys = Object.keys(recorded);
  return (
    keys.length === Object.keys(value).length &&
    keys.every((key) => Object.hasOwn(value, key) && fitsRecorded(recorded[key], value[key]))
  );
}

function fitsText(recorded: string, value: unknown): boolean {
  if (typeof value !== "string") return false;
  const [head = "", ...rest] = recorded.split(redacted);
  if (!value.startsWith(head)) return false;
  let at = head.length;
  for (const [index, part] of rest.entries()) {
    const last = index === rest.length - 1;
    const found = last ? value.length - part.length : value.indexOf(part, at);
    if (found < at || !value.startsWith(part, found)) return false;
    at = found + part.length;
  }
  return at === value.length;
}
