import { ConfigError } from "@x/mcp-core";

const legal = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

/** True for a name that every model provider takes. */
export function isToolName(name: unknown): name is string {
  return typeof name === "string" && legal.test(name);
}

/** @throws ConfigError for a name that not every model provider takes. */
export function checkToolName(name: unknown, pointer: string): asserts name is string {
  if (isToolName(name)) return;
  throw new ConfigError({
    pointer,
    problem:
      'a tool name is 1 to 64 of the characters A-Z a-z 0-9 _ - and begins with a letter or underscore, such as "search_docs"; model providers refuse others.',
  });
}
