import { type Clock, isJsonObject, type JsonObject, type McpEvent } from "@x/mcp-core";

/** A list whose changes a server can announce. */
export type ChangingList = "tools" | "prompts" | "resources";

/** Tells of what servers announce to have changed. */
export interface ListChanges {
  /** Looks at a notification (MCP server/tools, server/prompts, server/resources). */
  announced(method: string, params: JsonObject): void;
  /** What was announced is gone, so the lists count as changed. */
  missed(lists: readonly ChangingList[]): void;
}

const all: readonly ChangingList[] = ["tools", "prompts", "resources"];

/** Tools are read again; of prompts and resources, which nobody keeps here, subscribers are told. */
export function createListChanges(options: {
  readonly serverId: string;
  readonly clock: Clock;
  onToolsChanged(): void;
  onEvent(event: McpEvent): void;
}): ListChanges {
  const changed = (what: ChangingList): void => {
    if (what === "tools") options.onToolsChanged();
    else options.onEvent({ type: "changed", ...here(), what });
  };
  const here = (): { readonly serverId: string; readonly at: number } => ({
    serverId: options.serverId,
    at: options.clock.now(),
  });
  return {
    announced(method, { uri }) {
      const list = all.find((what) => method === `notifications/${what}/list_changed`);
      if (list !== undefined) changed(list);
      else if (method === "notifications/resources/updated" && typeof uri === "string")
        options.onEvent({ type: "changed", ...here(), what: "resource", uri });
    },
    missed(lists) {
      for (const list of lists) changed(list);
    },
  };
}

/** The lists whose changes a server says it announces. */
export function announcedLists(capabilities: JsonObject): readonly ChangingList[] {
  return all.filter((list) => {
    const capability = capabilities[list];
    return isJsonObject(capability) && capability.listChanged === true;
  });
}
