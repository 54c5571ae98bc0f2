import { isPlainObject } from "../data/plain-object.ts";
import { readAppToolResult, readAppTools } from "./app-tools.ts";
import { audit, emit } from "./emit.ts";
import { close, failAsked } from "./ending.ts";
import type { Machine } from "./machine.ts";
import type { ViewMessage } from "./read-message.ts";

/** An answer of the view. To `ui/resource-teardown` and to a ping, an error is as good as a result. */
export function onResponse(machine: Machine, message: Extract<ViewMessage, { kind: "response" }>): void {
  const asked = typeof message.id === "string" ? machine.asked.get(message.id) : undefined;
  if (asked === undefined) {
    audit(machine, { direction: "from-view", what: "response", outcome: "dropped", rule: "unknown-id" });
    return;
  }
  machine.asked.delete(asked.id);
  if (asked.purpose === "teardown") close(machine, machine.closeReason, true);
  else if (asked.purpose === "ping") emit(machine, { type: "pong", answered: true });
  else if (message.error !== undefined) failAsked(machine, asked, errorText(message.error));
  else if (asked.purpose === "app-tools")
    emit(machine, { type: "app-tools", tools: readAppTools(machine, message.result) });
  else
    emit(machine, {
      type: "app-tool-result",
      callId: asked.callId ?? "",
      result: readAppToolResult(message.result),
    });
}

function errorText(error: unknown): string {
  const text = isPlainObject(error) ? error.message : undefined;
  return typeof text === "string" && text !== "" ? text.slice(0, 1024) : "The view refused.";
}
