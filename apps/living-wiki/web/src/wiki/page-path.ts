/** The file that a page of this title is in; undefined where nothing of the title can be a name. */
export function pagePath(title: string): string | undefined {
  const steps = title
    .split("/")
    .map((step) =>
      step
        .trim()
        .toLowerCase()
        .replace(/\.md$/, "")
        .normalize("NFKC")
        .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
        .replaceAll(/^-+|-+$/g, ""),
    )
    .filter((step) => step !== "");
  return steps.length === 0 ? undefined : `${steps.join("/")}.md`;
}
