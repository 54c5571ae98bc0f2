import type { MarkedToken, Token, Tokens } from "marked";
import type { ComponentChildren, JSX } from "preact";
import { useContext } from "preact/hooks";
import { LinkedDiagram } from "../diagram/linked-diagram.tsx";
import { CodeBlock } from "./code-block.tsx";
import { DiagramLinks } from "./diagram-links.ts";
import { headingId } from "./heading-id.ts";
import { Inline } from "./inline.tsx";
import { plainText } from "./plain-text.ts";

/** Deeper than people write; what is below is shown as it was written. */
const maxDepth = 24;

interface Nested {
  readonly tokens: readonly Token[];
  readonly depth: number;
}

/** Paragraphs, headings, lists, tables and whatever else stands on lines of its own. */
export function Blocks({ tokens, depth }: Nested): JSX.Element {
  if (depth > maxDepth) return <pre>{tokens.map(({ raw }) => raw).join("")}</pre>;
  return (
    <>
      {tokens.map((token, index) => (
        // What changes while a text is written is its end; what stands before keeps its place.
        <BlockOf key={index} token={token as MarkedToken} depth={depth} />
      ))}
    </>
  );
}

function BlockOf({
  token,
  depth,
}: {
  readonly token: MarkedToken;
  readonly depth: number;
}): ComponentChildren {
  switch (token.type) {
    case "heading":
      return <Heading token={token} />;
    case "paragraph":
      return <Paragraph token={token} />;
    case "text":
      return <Inline tokens={token.tokens ?? [token]} />;
    case "checkbox":
      return <input type="checkbox" checked={token.checked} disabled aria-label="done" />;
    case "code":
      return <CodeBlock language={token.lang?.split(/\s/, 1)[0] ?? ""} text={token.text} />;
    case "blockquote":
      return (
        <blockquote>
          <Blocks tokens={token.tokens} depth={depth + 1} />
        </blockquote>
      );
    case "list":
      return <List token={token} depth={depth} />;
    case "table":
      return <Table token={token} />;
    case "hr":
      return <hr />;
    case "html":
      return <p class="as-written">{token.text}</p>;
    case "space":
    case "def":
      return null;
    default:
      return <Inline tokens={[token]} />;
  }
}

/** With the diagrams drawn that it links to; in place of it, where it is nothing but such links. */
function Paragraph({ token }: { readonly token: Tokens.Paragraph }): JSX.Element {
  const links = useContext(DiagramLinks);
  const linked = links.size === 0 ? [] : token.tokens.filter(isLink).filter(({ href }) => links.has(href));
  const only = linked.length > 0 && token.tokens.every((one) => isLink(one) || one.raw.trim() === "");
  return (
    <>
      {!only && (
        <p>
          <Inline tokens={token.tokens} />
        </p>
      )}
      {linked.map(({ href, text }) => (
        <LinkedDiagram key={href} diagram={links.get(href) ?? { href }} title={text} />
      ))}
    </>
  );
}

function isLink(token: Token): token is Tokens.Link {
  return token.type === "link";
}

/** A page has its own title above, so the highest heading of a text is its second level. */
function Heading({ token }: { readonly token: Tokens.Heading }): JSX.Element {
  const level = Math.min(token.depth + 1, 6);
  const Tag = `h${level}` as "h2";
  return (
    <Tag id={headingId(plainText(token.tokens))}>
      <Inline tokens={token.tokens} />
    </Tag>
  );
}

function List({ token, depth }: { readonly token: Tokens.List; readonly depth: number }): JSX.Element {
  const items = token.items.map((item, index) => (
    <li key={index} class={item.task ? "task" : undefined}>
      <Blocks tokens={item.tokens} depth={depth + 1} />
    </li>
  ));
  if (!token.ordered) return <ul>{items}</ul>;
  return <ol start={typeof token.start === "number" ? token.start : 1}>{items}</ol>;
}

function Table({ token }: { readonly token: Tokens.Table }): JSX.Element {
  const cell = ({ align, header, tokens }: Tokens.TableCell, index: number): JSX.Element => {
    const Tag = header ? "th" : "td";
    return (
      <Tag key={index} class={align === null ? undefined : `align-${align}`}>
        <Inline tokens={tokens} />
      </Tag>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be one of many landmarks
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="table-scroll" tabIndex={0} role="group" aria-label="Table">
      <table>
        <thead>
          <tr>{token.header.map(cell)}</tr>
        </thead>
        <tbody>
          {token.rows.map((row, index) => (
            <tr key={index}>{row.map(cell)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
