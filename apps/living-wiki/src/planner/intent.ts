/** What a person wants of the planner. */
export type Intent =
  | { readonly kind: "help" }
  | { readonly kind: "tools"; readonly words: string }
  | { readonly kind: "search"; readonly query: string }
  | { readonly kind: "read"; readonly page: string }
  | { readonly kind: "summary"; readonly page: string; readonly write: boolean }
  | { readonly kind: "add"; readonly page: string; readonly text: string }
  | { readonly kind: "diagram"; readonly page: string; readonly mermaid: string | undefined }
  | { readonly kind: "put"; readonly page: string }
  | { readonly kind: "call"; readonly tool: string; readonly text: string }
  /** Plain words: a tool that fits them, else the wiki. */
  | { readonly kind: "free"; readonly text: string };

const mermaidStart =
  /^(?:---[\s\S]*?---\s*)?(?:graph|flowchart|sequenceDiagram|classDiagram|stateDiagram(?:-v2)?|erDiagram|gantt|pie|mindmap|journey|timeline|gitGraph)\b/;

/** Reads what a person wrote. `looked` is the page they look at, which "this page" and a missing name stand for. */
export function readIntent(text: string, looked: string | undefined, toolNames: readonly string[]): Intent {
  const command = /^\/([\w.-]+)\s*([\s\S]*)$/.exec(text);
  if (command !== null) return commandIntent(command[1] ?? "", (command[2] ?? "").trim(), looked, toolNames);
  if (mermaidStart.test(text)) return { kind: "diagram", page: "", mermaid: text };
  const fenced = /```mermaid\s*\n([\s\S]*?)```/.exec(text)?.[1];
  if (fenced !== undefined) return { kind: "diagram", page: "", mermaid: fenced.trim() };
  return wordsIntent(text, looked) ?? { kind: "free", text };
}

function commandIntent(
  name: string,
  rest: string,
  looked: string | undefined,
  toolNames: readonly string[],
): Intent {
  switch (name) {
    case "help":
      return { kind: "help" };
    case "tools":
      return { kind: "tools", words: rest };
    case "search":
    case "find":
      return { kind: "search", query: rest };
    case "read":
      return { kind: "read", page: pageName(rest, looked) };
    case "summary":
    case "summarise":
    case "summarize":
      return { kind: "summary", page: pageName(rest, looked), write: false };
    case "add": {
      const named = /^([^\n:]{1,80}):\s+([\s\S]+)$/.exec(rest);
      return named === null
        ? { kind: "add", page: looked ?? "", text: rest }
        : { kind: "add", page: pageName(named[1] ?? "", looked), text: named[2] ?? "" };
    }
    case "diagram":
      return mermaidStart.test(rest)
        ? { kind: "diagram", page: "", mermaid: rest }
        : { kind: "diagram", page: pageName(rest, looked), mermaid: undefined };
    case "put":
      return { kind: "put", page: pageName(rest, looked) };
    case "call": {
      const [, tool = "", text = ""] = /^(\S*)\s*([\s\S]*)$/.exec(rest) ?? [];
      return { kind: "call", tool, text };
    }
    default:
      return toolNames.includes(name) ? { kind: "call", tool: name, text: rest } : { kind: "help" };
  }
}

const subject =
  /(?:\s+(?:of|about|from|on|for))?\s+(?:the\s+|a\s+)?(?:wiki\s+)?(?:page\s+)?(.+?)(?:\s+page)?[.?!]?$/;

function wordsIntent(text: string, looked: string | undefined): Intent | undefined {
  const after = (verbs: RegExp): string | undefined => {
    const match = new RegExp(
      `^(?:please\\s+|can you\\s+|could you\\s+)?${verbs.source}${subject.source}`,
      "i",
    ).exec(text);
    return match === null ? undefined : (match[1] ?? "");
  };
  const written =
    /\s+(?:and|then)\s+(?:write|add|put|save)\s+(?:it|this|that)?\s*(?:on|to|into|in|at)?\s*.*$/i.exec(text);
  const summary = new RegExp(
    `^(?:please\\s+|can you\\s+|could you\\s+)?(?:summari[sz]e|sum up|(?:give|make|write|show)?\\s*(?:me\\s+)?(?:a\\s+|the\\s+)?(?:short\\s+)?summary)${subject.source}`,
    "i",
  ).exec(written === null ? text : text.slice(0, written.index));
  if (summary !== null)
    return { kind: "summary", page: pageName(summary[1] ?? "", looked), write: written !== null };
  const diagram = after(
    /(?:draw|make|create|get|show)(?:\s+me)?(?:\s+an?|\s+the)?\s+(?:draw\.?io\s+)?(?:diagram|chart|flowchart|outline)/,
  );
  if (diagram !== undefined) return { kind: "diagram", page: pageName(diagram, looked), mermaid: undefined };
  if (/^(?:draw|make|create)(?:\s+me)?\s+(?:an?\s+)?(?:diagram|flowchart)[.!]?$/i.test(text))
    return { kind: "diagram", page: looked ?? "", mermaid: undefined };
  const put =
    /^(?:please\s+)?(?:put|save|add|write)\s+(?:it|this|that|the (?:diagram|summary))(?:\s+(?:on|to|into|in))?(?:\s+(?:the\s+)?(?:page\s+)?(.+?))?(?:\s+page)?[.!]?$/i.exec(
      text,
    );
  if (put !== null) return { kind: "put", page: pageName(put[1] ?? "", looked) };
  const add =
    /^(?:please\s+)?(?:add|append|write)\s+["“]([\s\S]+)["”]\s+(?:to|on|into)\s+(?:the\s+)?(?:page\s+)?(.+?)(?:\s+page)?[.!]?$/i.exec(
      text,
    );
  if (add !== null) return { kind: "add", page: pageName(add[2] ?? "", looked), text: add[1] ?? "" };
  const read = after(/(?:read|open|show)(?:\s+me)?\s+(?:the\s+)?(?:wiki\s+)?page/);
  if (read !== undefined) return { kind: "read", page: pageName(read, looked) };
  const search =
    /^(?:please\s+)?(?:search|look|find)(?:\s+(?:the\s+)?(?:wiki|pages))?\s+(?:for|about|on)\s+(.+?)[.?!]?$/i.exec(
      text,
    );
  if (search !== null) return { kind: "search", query: search[1] ?? "" };
  if (/^(?:help|what can (?:you|i) do)[.?!]*$/i.test(text)) return { kind: "help" };
  return undefined;
}

function pageName(text: string, looked: string | undefined): string {
  const name = text
    .trim()
    .replace(/^["“'](.*)["”']$/, "$1")
    .trim();
  return name === "" || /^(?:this|it|page|this page|the page|here|this one)$/i.test(name)
    ? (looked ?? "")
    : name;
}
