import { McpUiServerError } from "./ui-server-error.ts";

/** Limits with the defaults filled in. Throws `McpUiServerError` for a misspelt or senseless one. */
export function readLimits<T extends object>(limits: Partial<T>, defaults: T): T {
  const given = Object.entries(limits).filter(([, value]) => value !== undefined);
  for (const [name, value] of given) {
    if (!Object.hasOwn(defaults, name)) throw wrongLimit(name, "there is no such limit.");
    if (typeof value !== "number" || !(value > 0)) throw wrongLimit(name, "write a number above 0.");
  }
  return { ...defaults, ...Object.fromEntries(given) };
}

function wrongLimit(name: string, problem: string): McpUiServerError {
  return new McpUiServerError("config", `limits.${name}`, problem);
}
