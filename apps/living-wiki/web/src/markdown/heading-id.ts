/** The id of a heading, made of its words; apart from every other id of the page. */
export function headingId(text: string): string {
  const slug = text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .replaceAll(/^-|-$/g, "");
  return `heading-${slug}`;
}
