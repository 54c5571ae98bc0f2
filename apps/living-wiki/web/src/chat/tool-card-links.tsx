import type { JSX } from "preact";
import type { ToolPart } from "../../../src/contract/chat.ts";
import { Icon } from "../shell/icon.tsx";
import { pageHref } from "../shell/route.ts";

/** The page that the wiki's own tool has read or written. */
export function ToolCardLinks({ part }: { readonly part: ToolPart }): JSX.Element | null {
  if (part.serverId !== undefined || part.state !== "done" || part.result?.isError === true) return null;
  const path = pathIn(part.result?.structuredContent) ?? pathIn(part.arguments);
  if (path === undefined) return null;
  return (
    <a class="tool-card-link" href={pageHref(path)}>
      <Icon name="page" size={16} /> Open {path}
    </a>
  );
}

function pathIn(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("path" in value)) return undefined;
  return typeof value.path === "string" ? value.path : undefined;
}
