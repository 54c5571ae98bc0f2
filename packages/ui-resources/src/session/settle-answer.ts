import type { UiJson, UiJsonObject } from "../data/json.ts";
import { isPlainObject } from "../data/plain-object.ts";
import { isDisplayMode } from "./clean/clean-host-context.ts";
import { cleanResult } from "./clean/clean-result.ts";
import { switchDisplayMode } from "./display-mode.ts";
import { reply, replyError } from "./emit.ts";
import { displayModeOf, type Machine, type RpcId } from "./machine.ts";
import { viewErrorCodes } from "./view-error-codes.ts";
import type { ViewRequest } from "./view-request.ts";

/** What the view gets for a request that the host did; `undefined` where the host's answer is of no use. */
export function answerOf(machine: Machine, request: ViewRequest, value: UiJson): UiJsonObject | undefined {
  switch (request.kind) {
    case "call-tool":
      return isPlainObject(value) ? cleanResult(value) : undefined;
    case "read-resource":
      return isPlainObject(value) && Array.isArray(value.contents) ? (value as UiJsonObject) : undefined;
    case "list-resources":
      return isPlainObject(value) && Array.isArray(value.resources) ? (value as UiJsonObject) : undefined;
    case "sample":
      return isPlainObject(value) ? (value as UiJsonObject) : undefined;
    case "display-mode": {
      const mode = isPlainObject(value) ? value.mode : value;
      if (isDisplayMode(mode)) switchDisplayMode(machine, mode);
      return { mode: displayModeOf(machine) };
    }
    default:
      return {};
  }
}

/** What the view gets for a request that the host did not do. The mode it is in is always an answer. */
export function answerFailure(machine: Machine, id: RpcId, request: ViewRequest, text: string): void {
  if (request.kind === "display-mode") reply(machine, id, { mode: displayModeOf(machine) });
  else if (request.kind === "open-link" || request.kind === "message" || request.kind === "download")
    reply(machine, id, { isError: true });
  else replyError(machine, id, viewErrorCodes.denied, text);
}
