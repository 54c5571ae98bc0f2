import { isJsonObject } from "@x/mcp-core";
import { hasPlaceholder } from "./expand/placeholder.ts";
import type { McpDeclaredServer } from "./mcp-config.ts";

const inspectKey = Symbol.for("nodejs.util.inspect.custom");
const secretKey = /token|secret|passw|key|value|credential|authorization|cookie/i;
const stars = "***";

/** A server for a log: placeholders as they are written, stars for literal values that may be secrets. */
export function printableServer({ serverId, declaration, image, envFile }: McpDeclaredServer): object {
  const shown = Object.entries(declaration).map(([key, value]: [string, unknown]) => [
    key,
    printableValue(key, value),
  ]);
  return {
    serverId,
    ...Object.fromEntries(shown),
    ...(image === undefined ? {} : { image }),
    ...(envFile === undefined ? {} : { envFile }),
  };
}

/** Lets an object print as something else, in `JSON.stringify` as in `console.log`. */
export function printAs<T extends object>(target: T, print: () => object): T & { toJSON(): object } {
  Object.defineProperty(target, inspectKey, { value: print });
  Object.defineProperty(target, "toJSON", { value: print });
  return target as T & { toJSON(): object };
}

function printableValue(key: string, value: unknown): unknown {
  switch (key) {
    case "env":
    case "headers":
      return masked(value, () => true);
    case "auth":
      return masked(value, (name) => secretKey.test(name));
    case "install":
      return isJsonObject(value) ? { ...value, env: masked(value.env, () => true) } : value;
    case "args":
      return Array.isArray(value) ? maskedArguments(value) : value;
    default:
      return value;
  }
}

function masked(value: unknown, isSecret: (key: string) => boolean, key = ""): unknown {
  if (typeof value === "string") return isSecret(key) && !hasPlaceholder(value) ? stars : value;
  if (Array.isArray(value)) return value.map((item) => masked(item, isSecret, key));
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, masked(inner, isSecret, name)]),
  );
}

/** `--api-key x` and `--token=x`. */
function maskedArguments(args: readonly unknown[]): readonly unknown[] {
  return args.map((arg, index) => {
    const before = args[index - 1];
    const follows = typeof before === "string" && /^--?[\w-]+$/.test(before) && secretKey.test(before);
    if (typeof arg !== "string" || hasPlaceholder(arg)) return arg;
    if (follows && !arg.startsWith("-")) return stars;
    const [, option, value] = /^(--?[\w-]+)=(.+)$/s.exec(arg) ?? [];
    return option !== undefined && value !== undefined && secretKey.test(option) ? `${option}=${stars}` : arg;
  });
}
