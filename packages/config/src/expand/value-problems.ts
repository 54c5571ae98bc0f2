import { urlProblem } from "../dialect/url-problem.ts";
import type { ExpandProblem } from "./expand-strings.ts";

/** What the transports refuse at once: here it costs the one server, there the whole pool. */
interface Values {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly install?: {
    readonly command: string;
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string>>;
  };
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly egress?: { readonly allow?: readonly string[] };
}

/** RFC 9110 5.6.2 and 5.5. */
const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const headerValue = /^[\t\x20-\x7E\x80-\xFF]*$/;
/** What the protocol or the connection owns. */
const ownHeaders =
  /^(accept|accept-encoding|content-.*|host|connection|keep-alive|transfer-encoding|te|trailer|upgrade|expect|last-event-id|mcp-.*|proxy-.*)$/i;
const target = /^(?:\[[0-9A-Fa-f:.]+\]|[^\s:/@]+):\d{1,5}$/;

/** What can only be judged once the values are there. No message repeats one. */
export function valueProblems(declaration: object): readonly ExpandProblem[] {
  const { command, args = [], cwd, env = {}, install, url, headers = {}, egress } = declaration as Values;
  const problems: ExpandProblem[] = [];
  const add = (problem: string | undefined, ...path: (string | number)[]): void => {
    if (problem !== undefined) problems.push({ path, problem });
  };
  if (url !== undefined) add(urlProblem(url), "url");
  if (command !== undefined) add(commandProblem(command), "command");
  add(nulProblem(cwd), "cwd");
  for (const [index, arg] of args.entries()) add(nulProblem(arg), "args", index);
  for (const [name, value] of Object.entries(env)) add(variableProblem(name, value), "env", name);
  add(nulProblem(install?.command), "install", "command");
  add(nulProblem(install?.cwd), "install", "cwd");
  for (const [name, value] of Object.entries(install?.env ?? {}))
    add(variableProblem(name, value), "install", "env", name);
  for (const [name, value] of Object.entries(headers)) add(headerProblem(name, value), "headers", name);
  for (const [index, allowed] of (egress?.allow ?? []).entries())
    if (!target.test(allowed)) add('expected host:port. Write "db.internal:8443".', "egress", "allow", index);
  return problems;
}

function nulProblem(text: string | undefined): string | undefined {
  return text?.includes("\0") ? "it holds a NUL character, which ends a text for every program." : undefined;
}

/** A whole command line is the commonest mistake, and starts nothing. */
function commandProblem(command: string): string | undefined {
  if (command.trim() === "") return 'expected the name of a program. Write "npx".';
  return /\s-{1,2}\w/.test(command)
    ? 'it holds arguments, and there is no shell. Write the program alone, and its arguments in "args".'
    : nulProblem(command);
}

function variableProblem(name: string, value: string): string | undefined {
  return name === "" || /[=\0]/.test(name)
    ? "the name of a variable must not be empty or hold = or NUL."
    : nulProblem(value);
}

function headerProblem(name: string, value: string): string | undefined {
  if (!headerName.test(name)) return "its name holds a character that no header name may have.";
  if (ownHeaders.test(name)) return "this header belongs to the protocol and cannot be declared.";
  // A line break is what reading a token from a file leaves.
  if (/[\r\n\0]/.test(value)) return "its value has a line break, which no header may have. Trim the value.";
  return headerValue.test(value) ? undefined : "its value holds a character that no header may have.";
}
