import type { Token } from "marked";
import { decodeReferences } from "./references.ts";

/** The words of a line without what marks them. */
export function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      "tokens" in token && token.tokens !== undefined
        ? plainText(token.tokens)
        : "text" in token
          ? decodeReferences(String(token.text))
          : " ",
    )
    .join("");
}
