import type { McpContent } from "@x/mcp";
import type { JSX } from "preact";
import { JsonText } from "./json-text.tsx";
import { LongText } from "./long-text.tsx";
import { MediaBlock } from "./media-block.tsx";
import { webLink } from "./web-link.ts";

/** One block of a result. Whatever a server wrote is text here, never markup. */
export function ContentBlock({ block }: { readonly block: McpContent }): JSX.Element {
  switch (block.type) {
    case "text":
      return (
        <Block kind="text">
          <LongText class="text" text={block.text} />
        </Block>
      );
    case "image":
    case "audio":
      return (
        <Block kind={block.type}>
          <MediaBlock data={block.data} mimeType={block.mimeType} />
        </Block>
      );
    case "resource": {
      const { uri, mimeType, text, blob } = block.resource;
      return (
        <Block kind="resource" about={mimeType}>
          <Address uri={uri} />
          {text !== undefined && <LongText class="code" text={text} />}
          {blob !== undefined && <MediaBlock data={blob} mimeType={mimeType} uri={uri} />}
        </Block>
      );
    }
    case "resource_link":
      return (
        <Block kind="link" about={block.mimeType}>
          <Address uri={block.uri} name={block.title ?? block.name} />
          {block.description !== undefined && <p class="muted">{block.description}</p>}
        </Block>
      );
    case "other":
      return (
        <Block kind="other" about={typeof block.block.type === "string" ? block.block.type : undefined}>
          <JsonText value={block.block} />
        </Block>
      );
  }
}

/** The frame of a block: what kind it is, and the block. */
export function Block({
  kind,
  about,
  children,
}: {
  readonly kind: string;
  readonly about?: string | undefined;
  readonly children: JSX.Element | (JSX.Element | false | undefined)[];
}): JSX.Element {
  return (
    <figure class={`block block-${kind}`} aria-label={`${kind} block`}>
      <p class="block-kind">
        {kind}
        {about !== undefined && <span>{about}</span>}
      </p>
      {children}
    </figure>
  );
}

/** A link for addresses of the web, text for all others. */
function Address({ uri, name }: { readonly uri: string; readonly name?: string | undefined }): JSX.Element {
  const href = webLink(uri);
  return (
    <p class="address">
      {name !== undefined && <strong>{name}</strong>}
      {href === undefined ? (
        <code>{uri}</code>
      ) : (
        <a href={href} target="_blank" rel="noopener noreferrer">
          {uri}
        </a>
      )}
    </p>
  );
}
