type Place = "name" | "before-value" | "value" | '"' | "'";

/**
 * Index behind the `>` that ends the start tag at `start`, by the tokenization rules of HTML: a quote means something
 * only where a value begins. The text's length where the tag has no end.
 */
export function tagEnd(html: string, start: number): number {
  let place: Place = "name";
  for (let index = start; index < html.length; index++) {
    const character = html[index] ?? "";
    const isQuoted: boolean = place === '"' || place === "'";
    if (character === ">" && !isQuoted) return index + 1;
    place = isQuoted ? (character === place ? "name" : place) : next(place, character);
  }
  return html.length;
}

function next(place: Place, character: string): Place {
  if (place === "name") return character === "=" ? "before-value" : "name";
  if (place === "value") return isSpace(character) ? "name" : "value";
  if (character === '"' || character === "'") return character;
  return isSpace(character) ? "before-value" : "value";
}

/** White space of HTML. */
export function isSpace(character: string): boolean {
  return character !== "" && " \t\n\f\r".includes(character);
}
