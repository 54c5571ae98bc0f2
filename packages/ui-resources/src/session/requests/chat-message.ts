import { reply } from "../emit.ts";
import { startRequest } from "../pending.ts";
import { hasRoom, noteRefusal, refuse } from "../request-gate.ts";
import { areAccepted, readBlocks } from "./content-blocks.ts";
import type { ViewRequestHandler } from "./view-request-handler.ts";

/** `ui/message`: as from the user, of a kind that was advertised, and not too long. */
export const onChatMessage: ViewRequestHandler = (machine, asker, { params, bytes }) => {
  const content = readBlocks(params.content);
  if (params.role !== "user" || content === undefined || content.length === 0) {
    refuse(machine, asker, "invalid-params", "invalidParams", 'ui/message needs role "user" and content.');
    return;
  }
  const { limits, policy } = machine.settings;
  const isTooLarge = bytes > limits.maxChatBytes;
  if (isTooLarge || !areAccepted(content, policy.modalities)) {
    noteRefusal(machine, asker.method, isTooLarge ? "too-large" : "modality");
    reply(machine, asker.id, { isError: true });
    return;
  }
  if (hasRoom(machine, asker, "chats"))
    startRequest(machine, asker, { kind: "message", role: "user", content });
};
