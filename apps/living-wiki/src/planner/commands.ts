/** What the planner understands beside plain words. */
export const plannerCommands: readonly {
  readonly name: string;
  readonly usage: string;
  readonly about: string;
}[] = [
  { name: "search", usage: "/search words", about: "finds pages" },
  { name: "read", usage: "/read page", about: "shows a page" },
  { name: "summary", usage: "/summary [page]", about: "sums a page up in its own sentences" },
  { name: "add", usage: "/add [page:] text", about: "adds a paragraph to a page; you are asked first" },
  { name: "diagram", usage: "/diagram [page | Mermaid]", about: "draws a page's outline, or a Mermaid text" },
  {
    name: "put",
    usage: "/put [page]",
    about: "puts the last diagram or summary on a page; you are asked first",
  },
  { name: "tools", usage: "/tools [words]", about: "lists what can be called" },
  {
    name: "call",
    usage: "/call tool arguments",
    about: 'runs a tool; arguments as JSON, name=value or "text"',
  },
  { name: "help", usage: "/help", about: "this list" },
];
