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
const longestSeparator = 8;
const longestPrefix = 16;
const inWords: ReadonlyMap<number, string> = new Map([
  [longestSeparator, "eight"],
  [longestPrefix, "sixteen"],
]);
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
  const head = prefix === undefined ? serverId : prefix + separator + serverId;
  const plain = head + separator + toolName;
  // A legal name has a legal separator and prefix in it, but for their lengths.
  if (
    plain.length <= maxLength &&
    legal.test(plain) &&
    separator.length > 0 &&
    separator.length <= longestSeparator &&
    (prefix === undefined || (prefix.length > 0 && prefix.length <= longestPrefix)) &&
    serverId !== "" &&
    toolName !== "" &&
    isUnique(plain, serverId, toolName, separator, prefix)
  )
    return plain;
  checkPart("/toolNameSeparator", "a separator", separator, longestSeparator, "__");
  if (prefix !== undefined) checkPart("/toolNamePrefix", "a prefix", prefix, longestPrefix, "mcp");
  const parts = prefix === undefined ? [serverId, toolName] : [prefix, serverId, toolName];
  return hashed(parts, separator, prefix);
}

/** Whether splitting gives exactly these parts: then no other pair can give the same text. */
function isUnique(
  plain: string,
  serverId: string,
  toolName: string,
  separator: string,
  prefix: string | undefined,
): boolean {
  const from = prefix === undefined ? 0 : prefix.length + separator.length;
  if (prefix !== undefined && plain.indexOf(separator) !== prefix.length) return false;
  return plain.indexOf(separator, from) === from + serverId.length && !toolName.includes(separator);
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

function checkPart(pointer: string, what: string, value: string, longest: number, example: string): void {
  if (/^[A-Za-z0-9_-]+$/.test(value) && value.length <= longest) return;
  throw new ConfigError({
    pointer,
    problem: `${what} is one to ${inWords.get(longest)} of the characters A-Z a-z 0-9 _ -, such as "${example}".`,
  });
}
