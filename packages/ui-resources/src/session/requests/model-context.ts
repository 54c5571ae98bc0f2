import type { UiJsonObject } from "../../data/json.ts";
import { isPlainObject } from "../../data/plain-object.ts";
import { audit, emit, reply } from "../emit.ts";
import { refuse, takeRate } from "../request-gate.ts";
import { areAccepted, readBlocks } from "./content-blocks.ts";
import type { ViewRequestHandler } from "./view-request-handler.ts";

/** `ui/update-model-context`: replaces what was to be told before, and is acknowledged once it is kept. */
export const onModelContext: ViewRequestHandler = (machine, asker, { params, bytes }) => {
  const { content, structuredContent } = params;
  const blocks = content === undefined || Array.isArray(content) ? readBlocks(content) : undefined;
  if (blocks === undefined || (structuredContent !== undefined && !isPlainObject(structuredContent))) {
    const message = "ui/update-model-context takes content blocks and structuredContent.";
    refuse(machine, asker, "invalid-params", "invalidParams", message);
    return;
  }
  const { limits, policy } = machine.settings;
  if (bytes > limits.maxContextBytes) {
    refuse(machine, asker, "too-large", "invalidParams", "The context is too large.");
    return;
  }
  const takesStructure = structuredContent === undefined || policy.modalities.includes("structuredContent");
  if (!takesStructure || !areAccepted(blocks, policy.modalities)) {
    refuse(machine, asker, "modality", "denied", "The host does not take this kind of content.");
    return;
  }
  if (!takeRate(machine, "contexts")) {
    refuse(machine, asker, "rate", "busy", "Too many updates; try again later.");
    return;
  }
  const context = Object.freeze({
    ...(content === undefined ? {} : { content: blocks }),
    ...(structuredContent === undefined ? {} : { structuredContent: structuredContent as UiJsonObject }),
  });
  machine.modelContext = context;
  audit(machine, { direction: "from-view", what: asker.method, outcome: "accepted", bytes });
  emit(machine, { type: "model-context", context });
  reply(machine, asker.id, {});
};
