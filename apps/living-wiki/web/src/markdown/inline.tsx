import type { MarkedToken, Token, Tokens } from "marked";
import type { ComponentChildren, JSX } from "preact";
import { toMedia } from "../result/media.ts";
import { linkTarget } from "./link-target.ts";
import { decodeReferences } from "./references.ts";

/** Deeper than people write; what is below is shown as it was written. */
const maxDepth = 24;

/** What stands within a line. */
export function Inline({
  tokens,
  depth = 0,
}: {
  readonly tokens: readonly Token[];
  readonly depth?: number;
}): JSX.Element {
  if (depth > maxDepth) return <>{tokens.map(({ raw }) => raw).join("")}</>;
  return (
    <>
      {tokens.map((token, index) => (
        <InlineOf key={index} token={token as MarkedToken} depth={depth + 1} />
      ))}
    </>
  );
}

function InlineOf({
  token,
  depth,
}: {
  readonly token: MarkedToken;
  readonly depth: number;
}): ComponentChildren {
  switch (token.type) {
    case "strong":
      return (
        <strong>
          <Inline tokens={token.tokens} depth={depth} />
        </strong>
      );
    case "em":
      return (
        <em>
          <Inline tokens={token.tokens} depth={depth} />
        </em>
      );
    case "del":
      return (
        <del>
          <Inline tokens={token.tokens} depth={depth} />
        </del>
      );
    case "codespan":
      return <code>{token.text}</code>;
    case "br":
      return <br />;
    case "checkbox":
      return <input type="checkbox" checked={token.checked} disabled aria-label="done" />;
    case "link":
      return <Link token={token} depth={depth} />;
    case "image":
      return <Picture token={token} />;
    case "escape":
      return token.text;
    case "text":
      return token.tokens === undefined ? (
        decodeReferences(token.text)
      ) : (
        <Inline tokens={token.tokens} depth={depth} />
      );
    case "html":
      return <span class="as-written">{token.text}</span>;
    default:
      return token.raw;
  }
}

/** A link that leads nowhere we go (a script, a file) is its text alone. */
function Link({ token, depth }: { readonly token: Tokens.Link; readonly depth: number }): JSX.Element {
  const target = linkTarget(token.autolink === true ? token.href : decodeReferences(token.href));
  const text = <Inline tokens={token.tokens} depth={depth} />;
  switch (target.kind) {
    case "page":
      return <a href={target.href}>{text}</a>;
    case "web":
      return (
        <a href={target.href} target="_blank" rel="noreferrer noopener" title={token.title ?? target.href}>
          {text}
        </a>
      );
    case "heading":
      return (
        <button
          type="button"
          class="link"
          onClick={() => document.getElementById(target.id)?.scrollIntoView({ block: "start" })}
        >
          {text}
        </button>
      );
    case "none":
      return <span title={`Not a link of the web: ${token.href}`}>{text}</span>;
  }
}

/** Pictures within the text are drawn; those elsewhere would tell a stranger who reads the page, and stay links. */
function Picture({ token }: { readonly token: Tokens.Image }): JSX.Element {
  const [, type, data] = /^data:([\w/+.-]+);base64,(.*)$/s.exec(token.href) ?? [];
  const media = toMedia(type, data ?? "");
  if (media.kind === "image") return <img src={media.url} alt={decodeReferences(token.text)} />;
  const target = linkTarget(token.href);
  const text = token.text === "" ? "picture" : decodeReferences(token.text);
  if (target.kind !== "web") return <span class="picture-link">{text}</span>;
  return (
    <a class="picture-link" href={target.href} target="_blank" rel="noreferrer noopener" title={target.href}>
      {text}
    </a>
  );
}
