import type { ComponentChildren, JSX } from "preact";
import { LongText } from "./long-text.tsx";

/** A value of JSON, laid out and coloured. */
export function JsonText({ value }: { readonly value: unknown }): JSX.Element {
  return <LongText class="code" text={JSON.stringify(value, null, 2) ?? ""} render={colour} />;
}

const token = /("(?:[^"\\]|\\.)*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

function colour(json: string): ComponentChildren {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of json.matchAll(token)) {
    const [all, text, colon] = match;
    parts.push(json.slice(end, match.index));
    const kind = text === undefined ? "literal" : colon === undefined ? "string" : "key";
    parts.push(<span class={`json-${kind}`}>{all}</span>);
    end = match.index + all.length;
  }
  parts.push(json.slice(end));
  return parts;
}
