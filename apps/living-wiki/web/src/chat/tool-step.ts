import type { ToolPart } from "../../../src/contract/chat.ts";
import { durationText } from "../shell/time-text.ts";

/** How far a call is, for people. */
export interface ToolStep {
  readonly id: ToolPart["state"] | "error";
  readonly label: string;
  /** Whether its details are worth showing without being asked. */
  readonly opens: boolean;
}

/** Reads where a call is. What it answered is shown at once where it is more than text, or a failure. */
export function stepOf(part: ToolPart): ToolStep {
  const took = part.durationMs === undefined ? "" : ` · ${durationText(part.durationMs)}`;
  switch (part.state) {
    case "input":
      return { id: "input", label: "preparing …", opens: false };
    case "approval":
      return { id: "approval", label: "asks you", opens: false };
    case "running":
      return { id: "running", label: "running …", opens: false };
    case "done": {
      if (part.result?.isError === true)
        return { id: "error", label: `reports an error${took}`, opens: true };
      const drawn = part.widget === true || (part.diagrams?.length ?? 0) > 0;
      const isMedia = part.result?.content.some(({ type }) => type !== "text") ?? false;
      return { id: "done", label: `done${took}`, opens: isMedia && !drawn };
    }
    case "failed":
      return { id: "failed", label: `failed${took}`, opens: true };
    case "refused":
      return { id: "refused", label: "you refused it", opens: false };
    case "cancelled":
      return { id: "cancelled", label: "cancelled", opens: false };
  }
}
