import type { ViewRequest } from "@x/ui-resources";
import type { McpViewElement } from "./mcp-view-element.ts";
import { mayHappen } from "./mcp-view-events.ts";
import { readDownloads } from "./read-download.ts";
import { saveFiles } from "./save-files.ts";

/** What a view is told when the page did not do what it asked for. */
export interface RequestRefusal {
  readonly failure: string;
}

const denied: RequestRefusal = { failure: "The host did not allow it." };
const maxDownloadBytes = 32 * 1024 * 1024;

/** Does what a view asked for, if the listeners of the element's events let it. */
export async function answerRequest(
  request: ViewRequest,
  element: McpViewElement,
  signal: AbortSignal,
): Promise<{ readonly result: unknown } | RequestRefusal> {
  const { broker = {}, ownerDocument, limits } = element;
  const { kind, ...details } = request;
  const asked = async (type: string, about: object = details) => {
    const allowed = await mayHappen(element, type, about);
    signal.throwIfAborted();
    return allowed;
  };
  switch (request.kind) {
    case "call-tool":
      return { result: await broker.callTool?.(request, { signal }) };
    case "read-resource":
      return { result: await broker.readResource?.(request, { signal }) };
    case "list-resources":
      return { result: await broker.listResources?.(request, { signal }) };
    case "sample":
      return { result: await broker.sample?.(request.params, { signal }) };
    case "message":
      if (!(await asked("message"))) return denied;
      return { result: await broker.sendMessage?.(request, { signal }) };
    case "open-link":
      if (!(await asked("openlink"))) return denied;
      if (broker.openLink === undefined)
        ownerDocument.defaultView?.open(request.url, "_blank", "noopener,noreferrer");
      return { result: await broker.openLink?.(request, { signal }) };
    case "display-mode": {
      // a view must not cover the page by itself; browsers without this knowledge leave it to the listeners
      const { userActivation } = ownerDocument.defaultView?.navigator ?? {};
      const meant = request.mode === "inline" || userActivation?.isActive !== false;
      return { result: meant && (await asked("displaymode")) ? request.mode : request.from };
    }
    case "download": {
      const read = readDownloads(request.contents, limits?.maxDownloadBytes ?? maxDownloadBytes);
      if (!read.ok) return { failure: `The host cannot save this (${read.reason}).` };
      if (!(await asked("download", { files: read.files }))) return denied;
      if (broker.download === undefined) saveFiles(ownerDocument, read.files);
      return { result: await broker.download?.(read, { signal }) };
    }
  }
}
