/** A piece of a string: as it stands, or to be looked up. */
export type TemplatePart =
  | { readonly text: string }
  | {
      readonly from: "env" | "credential" | "input" | "builtin";
      readonly name: string;
      /** What stands after `:-`. */
      readonly fallback: string | undefined;
    }
  /** Looks like a placeholder and is none that is known. */
  | { readonly unknown: string };

const opening = /\$\$\{|\$\{|\$CRED\{/g;
const reference = /^(?:(env):)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/s;
const inputReference = /^input:([\w.-]+)$/;
const wholeEnv = /^\$env:([A-Za-z_][A-Za-z0-9_]*)$/;
const builtins = new Set(["workspaceFolder", "workspaceFolderBasename", "userHome", "pathSeparator", "/"]);

/**
 * Splits a string at its placeholders: `${VAR}`, `${VAR:-fallback}`, `${env:VAR}`, `$env:VAR`, `$CRED{name}`,
 * `${input:id}`, and what editors know by themselves (`${userHome}`, `${workspaceFolder}`). `$${` stands for `${`.
 */
export function parseTemplate(text: string): readonly TemplatePart[] {
  const whole = wholeEnv.exec(text)?.[1];
  if (whole !== undefined) return [{ from: "env", name: whole, fallback: undefined }];
  const parts: TemplatePart[] = [];
  let end = 0;
  const literal = (piece: string): void => {
    if (piece !== "") parts.push({ text: piece });
  };
  // Each closing brace is looked for from where the last one was: a text of openings alone takes no longer for it.
  for (const match of text.matchAll(opening)) {
    const [mark] = match;
    if (match.index < end) continue;
    const from = match.index + mark.length;
    const close = mark === "$${" ? from - 1 : text.indexOf("}", from);
    if (close === -1) break;
    literal(text.slice(end, match.index));
    end = close + 1;
    const inner = text.slice(from, close);
    if (mark === "$${") literal("${");
    else parts.push(mark === "${" ? variablePart(inner) : credentialPart(inner));
  }
  literal(text.slice(end));
  return parts;
}

/** True for a string in which something is looked up. */
export function hasPlaceholder(text: string): boolean {
  return parseTemplate(text).some((part) => !("text" in part));
}

function credentialPart(name: string): TemplatePart {
  return /^[\w.:/@-]+$/.test(name)
    ? { from: "credential", name, fallback: undefined }
    : { unknown: "$CRED{…}" };
}

function variablePart(inner: string): TemplatePart {
  if (builtins.has(inner)) return { from: "builtin", name: inner, fallback: undefined };
  const input = inputReference.exec(inner)?.[1];
  if (input !== undefined) return { from: "input", name: input, fallback: undefined };
  const match = reference.exec(inner);
  if (match === null) return { unknown: "${…}" };
  const [, , name = "", fallback] = match;
  return { from: "env", name, fallback };
}
