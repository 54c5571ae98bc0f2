/** Takes secrets out of text. */
export interface Redactor {
  (text: string): string;
  /** The length of the longest form of a secret: what may be split over two pieces of text. */
  readonly longest: number;
}

const placeholder = "[redacted]";
/** Shorter values are ordinary words or numbers: taking them out would hide the text and protect nothing. */
const shortestValue = 8;
/** What is called a secret is taken out unless it is so short that it would match everywhere. */
const shortestSecret = 3;
const secretName =
  /token|secret|passw|pwd|passphrase|key|auth|credential|cookie|session|signature|bearer|dsn/i;

/**
 * Makes a redactor for what a declaration may hold of secrets: values of environments, and arguments that follow an
 * option with a telling name (`--api-key x`, `--token=x`). Each is found as it is and as JSON, URL and base64 write it.
 */
export function createRedactor(declared: {
  readonly envs: readonly (Readonly<Record<string, string>> | undefined)[];
  readonly args: readonly string[];
}): Redactor {
  const secrets = new Set<string>();
  const add = (value: string, minimum: number): void => {
    // A value of several lines (a PEM key) is found line by line too.
    for (const part of [value, ...value.split(/[\r\n]+/)]) {
      if (part.length < minimum) continue;
      for (const form of formsOf(part)) secrets.add(form);
    }
  };
  for (const env of declared.envs)
    for (const [name, value] of Object.entries(env ?? {}))
      add(value, secretName.test(name) ? shortestSecret : shortestValue);
  for (const value of secretArguments(declared.args)) add(value, shortestSecret);

  const all = [...secrets].sort((a, b) => b.length - a.length);
  const longest = all[0]?.length ?? 0;
  if (longest === 0) return Object.assign((text: string) => text, { longest });
  const pattern = new RegExp(all.map(escapeRegExp).join("|"), "g");
  return Object.assign((text: string) => text.replace(pattern, placeholder), { longest });
}

function formsOf(value: string): readonly string[] {
  // Through bytes, so that a lone surrogate is no error.
  const bytes = Buffer.from(value);
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    encodeURIComponent(bytes.toString()),
    bytes.toString("base64"),
  ];
}

function secretArguments(args: readonly string[]): readonly string[] {
  const found: string[] = [];
  args.forEach((arg, index) => {
    const [option, value] = splitOption(arg);
    if (option === undefined || !secretName.test(option)) return;
    const secret = value ?? args[index + 1];
    if (secret !== undefined) found.push(secret);
  });
  return found;
}

/** `--name=value` → name and value, `--name` → name; anything else is no option. */
function splitOption(arg: string): readonly [string | undefined, string | undefined] {
  const match = /^--?([A-Za-z][\w.-]*)(?:=(.*))?$/s.exec(arg);
  return [match?.[1], match?.[2]];
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
}
