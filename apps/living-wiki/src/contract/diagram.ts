import type { ErrorView } from "./error-view.ts";

/** A diagram that came as a draw.io link (`#create=…`). */
export interface DiagramView {
  /** The link, for "open in draw.io". Always https. */
  readonly href: string;
  /** What `text` is. Absent where the link could not be read. */
  readonly format?: "mermaid" | "xml" | "csv";
  readonly text?: string;
  /** Why it could not be read. */
  readonly problem?: string;
}

/** draw.io, and how to get it. */
export interface DrawioView {
  readonly enabled: boolean;
  /** The server that draws, as in the list of servers. */
  readonly serverId?: string;
  /** The model's name for the tool that draws, once the server is connected. */
  readonly tool?: string;
  readonly via?: "stdio" | "streamable-http";
  /** Misspelt or contradicting variables, or a tool that the server does not have. */
  readonly problem?: ErrorView;
  /** How to enable it: lines to set in the environment, one `NAME=value` each. */
  readonly howTo: { readonly local: readonly string[]; readonly remote: readonly string[] };
}
