/** The character references that people type; any other stays as it is written. */
const named: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
  ["copy", "©"],
  ["reg", "®"],
  ["trade", "™"],
  ["hellip", "…"],
  ["mdash", "—"],
  ["ndash", "–"],
  ["lsquo", "‘"],
  ["rsquo", "’"],
  ["ldquo", "“"],
  ["rdquo", "”"],
  ["laquo", "«"],
  ["raquo", "»"],
  ["bull", "•"],
  ["middot", "·"],
  ["times", "×"],
  ["divide", "÷"],
  ["plusmn", "±"],
  ["deg", "°"],
  ["frac12", "½"],
  ["euro", "€"],
  ["pound", "£"],
  ["sect", "§"],
  ["larr", "←"],
  ["rarr", "→"],
  ["uarr", "↑"],
  ["darr", "↓"],
  ["le", "≤"],
  ["ge", "≥"],
  ["ne", "≠"],
]);

const maxCodePoint = 0x10_ff_ff;

/** A text with its character references (CommonMark 2.5) replaced. */
export function decodeReferences(text: string): string {
  if (!text.includes("&")) return text;
  return text.replaceAll(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(\w{2,8}));/g,
    (all: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named.get(name) ?? all;
      const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      return code === 0 || code > maxCodePoint ? "\ufffd" : String.fromCodePoint(code);
    },
  );
}
