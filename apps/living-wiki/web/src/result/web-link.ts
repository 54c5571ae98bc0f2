/** An address as a link of the web, or undefined: anything but http and https is shown as text. */
export function webLink(uri: string): string | undefined {
  if (!URL.canParse(uri)) return undefined;
  const { protocol, href } = new URL(uri);
  return protocol === "https:" || protocol === "http:" ? href : undefined;
}
