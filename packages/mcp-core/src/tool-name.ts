import { ConfigError } from "./config-error.ts";
import { sha256 } from "./sha256.ts";

/** How {@link encodeToolName} writes a name. */
export interface ToolNameOptions {
  /** Between the parts. One to eight of `A-Z a-z 0-9 _ -`. Default `__`. */
  readonly separator?: string;
  /** A first part, such as `mcp` for `mcp__server__tool`. One to sixteen of the same characters. Default: none. */
  readonly prefix?: string;
}

/** The longest tool name that every model provider takes. */
const maxLength = 64;
const hashLength = 10;
const legal = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/**
 * The name a model sees for a tool of a server: `server__tool` where that is legal everywhere
 * (`[A-Za-z0-9_-]{1,64}`, first a letter or underscore) and can be told apart, else a cleaned form of it with a
 * hash. Two different pairs never get one name; the same pair always gets the same one, in any order of servers.
 * Reverse it by looking it up, never by splitting.
 *
 * @throws ConfigError where the separator or prefix has other characters.
 */
export function encodeToolName(serverId: string, toolName: string, options: ToolNameOptions = {}): string {
  const { separator = "__", prefix } = options;
  checkPart("/toolNameSeparator", "a separator", separator, "eight", "__");
  if (prefix !== undefined) checkPart("/toolNamePrefix", "a prefix", prefix, "sixteen", "mcp");
  const parts = prefix === undefined ? [serverId, toolName] : [prefix, serverId, toolName];
  const plain = parts.join(separator);
  // Plain only if splitting gives exactly these parts: then no other pair can give the same text.
  const back = plain.split(separator);
  const unique = back.length === parts.length && back.every((part, index) => part === parts[index]);
  if (unique && plain.length <= maxLength && legal.test(plain) && !parts.includes("")) return plain;
  return hashed(parts, separator, prefix);
}

/** One separator more than any plain name has, so that the two forms never meet. */
function hashed(parts: readonly string[], separator: string, prefix: string | undefined): string {
  const digest = sha256(JSON.stringify(parts)).subarray(0, hashLength);
  const suffix = Array.from(digest, (byte) => (byte % 32).toString(32)).join("");
  const [server = "", tool = ""] = prefix === undefined ? parts : parts.slice(1);
  const head = prefix === undefined ? "" : prefix + separator;
  const room = maxLength - head.length - suffix.length - 2 * separator.length - 1;
  const cleanServer = clean(server, separator).slice(0, Math.max(1, Math.floor(room / 3)));
  const cleanTool = clean(tool, separator).slice(0, Math.max(1, room - cleanServer.length));
  const name = [`${head}${cleanServer}`, cleanTool, suffix].join(separator);
  return legal.test(name) ? name : `_${name}`;
}

function clean(part: string, separator: string): string {
  const text = part.replace(/[^A-Za-z0-9-]+/g, "_").replaceAll(separator, "");
  return text === "" ? "x" : text;
}

function checkPart(
  pointer: string,
  what: string,
  value: string,
  longest: "eight" | "sixteen",
  example: string,
): void {
  const bound = longest === "eight" ? 8 : 16;
  if (/^[A-Za-z0-9_-]+$/.test(value) && value.length <= bound) return;
  throw new ConfigError({
    pointer,
    problem: `${what} is one to ${longest} of the characters A-Z a-z 0-9 _ -, such as "${example}".`,
  });
}
