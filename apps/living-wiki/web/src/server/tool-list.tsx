import type { JSX } from "preact";
import type { ToolView } from "../../../src/contract/tool-view.ts";
import { toolHref } from "../shell/route.ts";
import { firstSentence } from "../tool/tool-text.ts";

/** The tools of a server, each a link to its form. */
export function ToolList({ tools }: { readonly tools: readonly ToolView[] }): JSX.Element {
  return (
    <ul class="tool-list">
      {tools.map((tool) => (
        <li key={tool.name}>
          <a href={toolHref(tool.name)}>
            <strong>{tool.serverToolName}</strong>
            <span class="muted">{firstSentence(tool.description ?? "")}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
