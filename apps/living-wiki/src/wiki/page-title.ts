/** The title of a page: its first heading outside code, else its file's name. */
export function pageTitle(path: string, markdown: string): string {
  let fence: string | undefined;
  for (const line of markdown.split("\n", 200)) {
    const marks = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (marks !== undefined) {
      if (fence === undefined) fence = marks;
      else if (marks.startsWith(fence)) fence = undefined;
      continue;
    }
    const heading =
      fence === undefined ? /^ {0,3}#{1,6}[ \t]+(.*?)[ \t]*#*[ \t]*$/.exec(line)?.[1] : undefined;
    if (heading !== undefined && heading !== "") return heading.replaceAll(/[*_`]/g, "").slice(0, 200);
  }
  const name = path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, "");
  return name.replaceAll(/[-_]+/g, " ");
}
