import { isUiUri } from "../../data/ui-uri.ts";
import { startRequest } from "../pending.ts";
import { hasRoom, refuse } from "../request-gate.ts";
import type { ViewRequestHandler } from "./view-request-handler.ts";

/** A scheme, and nothing that could end a header or a line. */
const wellFormed = /^[a-z][a-z0-9+.-]*:[^\p{Cc}\s"<>\\^`{|}]+$/iu;

/** `resources/read`: only of the view's own server, and by default only UI. */
export const onReadResource: ViewRequestHandler = (machine, asker, { params }) => {
  const { uri } = params;
  if (typeof uri !== "string" || uri.length > 8192 || !wellFormed.test(uri)) {
    refuse(machine, asker, "invalid-params", "invalidParams", "resources/read needs a URI.");
    return;
  }
  const { policy, serverId } = machine.settings;
  if (policy.resources === "ui" && !isUiUri(uri)) {
    refuse(machine, asker, "resource-scope", "denied", "This view may read ui:// resources only.");
    return;
  }
  if (hasRoom(machine, asker, "reads"))
    startRequest(machine, asker, { kind: "read-resource", serverId, uri });
};
