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

const placeholder = /\$\$\{|\$\{([^}]*)\}|\$CRED\{([^}]*)\}/g;
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
  for (const match of text.matchAll(placeholder)) {
    literal(text.slice(end, match.index));
    end = match.index + match[0].length;
    const [whole, variable, credential] = match;
    if (whole === "$${") literal("${");
    else if (credential !== undefined) parts.push(credentialPart(credential));
    else parts.push(variablePart(variable ?? ""));
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
