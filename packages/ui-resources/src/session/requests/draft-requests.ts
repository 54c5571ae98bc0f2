import type { UiJsonObject } from "../../data/json.ts";
import { reply } from "../emit.ts";
import { startRequest } from "../pending.ts";
import { hasRoom, noteRefusal, refuse, takeRate } from "../request-gate.ts";
import { readBlocks } from "./content-blocks.ts";
import { readLink } from "./open-link.ts";
import type { ViewRequestHandler } from "./view-request-handler.ts";

/** `ui/download-file` (draft): embedded resources, and links that a browser may follow. */
export const onDownload: ViewRequestHandler = (machine, asker, { params }) => {
  const contents = Array.isArray(params.contents) ? readBlocks(params.contents) : undefined;
  const isFile = ({ type }: UiJsonObject): boolean => type === "resource" || type === "resource_link";
  if (contents === undefined || contents.length === 0 || !contents.every(isFile)) {
    refuse(machine, asker, "invalid-params", "invalidParams", "ui/download-file needs resources or links.");
    return;
  }
  const { linkSchemes } = machine.settings.policy;
  const links = contents.filter(({ type }) => type === "resource_link");
  if (!links.every(({ uri }) => readLink(uri, linkSchemes) !== undefined)) {
    noteRefusal(machine, asker.method, "scheme");
    reply(machine, asker.id, { isError: true });
    return;
  }
  if (hasRoom(machine, asker, "downloads")) startRequest(machine, asker, { kind: "download", contents });
};

/** `sampling/createMessage` (draft). A view gets neither the context of other servers nor tools that way. */
export const onSample: ViewRequestHandler = (machine, asker, { params, bytes }) => {
  const { includeContext: _, tools: __, toolChoice: ___, ...rest } = params;
  if (!Array.isArray(rest.messages) || !Number.isSafeInteger(rest.maxTokens)) {
    const message = "sampling/createMessage needs messages and maxTokens.";
    refuse(machine, asker, "invalid-params", "invalidParams", message);
    return;
  }
  if (bytes > machine.settings.limits.maxContextBytes) {
    refuse(machine, asker, "too-large", "invalidParams", "The messages are too large.");
    return;
  }
  if (hasRoom(machine, asker, "samplings"))
    startRequest(machine, asker, { kind: "sample", params: Object.freeze(rest) });
};

/** `tools/list` (draft): what the view may call, and nothing else of the server. */
export const onListTools: ViewRequestHandler = (machine, asker) => {
  if (!takeRate(machine, "reads")) {
    refuse(machine, asker, "rate", "busy", "Too many requests; try again later.");
    return;
  }
  const tools = [...machine.tools.values()].filter(({ appMayCall }) => appMayCall);
  reply(machine, asker.id, { tools: tools.map(({ definition }) => definition) });
};

/** `resources/list` (draft). */
export const onListResources: ViewRequestHandler = (machine, asker, { params }) => {
  const { cursor } = params;
  if (cursor !== undefined && (typeof cursor !== "string" || cursor.length > 4096)) {
    refuse(machine, asker, "invalid-params", "invalidParams", "A cursor is a text.");
    return;
  }
  const { serverId } = machine.settings;
  if (hasRoom(machine, asker, "reads"))
    startRequest(machine, asker, {
      kind: "list-resources",
      serverId,
      ...(cursor === undefined ? {} : { cursor }),
    });
};
