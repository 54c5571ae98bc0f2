import { isJsonObject, type JsonObject, listResources, type McpTransportPool } from "@x/mcp";
import { resolveUiDocument, type UiDocument } from "@x/ui-resources";

/** A document that cannot be shown. */
export class UiDocumentError extends Error {
  override readonly name = "UiDocumentError";
  readonly code = "no_document";
}

/** Answer of `resources/read` with what the list says of the same resource. */
export interface ReadUi {
  readonly contents: readonly unknown[];
  readonly listEntry?: unknown;
}

/**
 * Reads a UI resource from its server. The list is only looked into for what the resource itself does not say
 * (MCP Apps: resources need not be listed).
 *
 * @throws UiDocumentError where there is no such server
 */
export async function readUi(
  pool: McpTransportPool,
  serverId: string,
  uri: string,
  signal: AbortSignal,
): Promise<ReadUi> {
  const port = pool.server(serverId);
  if (port === undefined) throw new UiDocumentError(`The server "${serverId}" is not there any more.`);
  const [answer, listEntry] = await Promise.all([
    port.request("resources/read", { uri }, { signal }),
    findEntry(port, uri, signal),
  ]);
  const contents: readonly unknown[] = Array.isArray(answer.contents) ? answer.contents : [];
  return { contents, ...(listEntry === undefined ? {} : { listEntry }) };
}

/** The document of a UI resource. */
export async function documentOf(read: ReadUi, uri: string, signal: AbortSignal): Promise<UiDocument> {
  const { listEntry } = read;
  const found = await resolveUiDocument(read, uri, {
    signal,
    ...(listEntry === undefined ? {} : { listEntry }),
  });
  if (found.ok) return found.document;
  throw new UiDocumentError(found.problem.message);
}

async function findEntry(
  port: Parameters<typeof listResources>[0],
  uri: string,
  signal: AbortSignal,
): Promise<JsonObject | undefined> {
  try {
    const list = await listResources(port, { signal });
    return list.find((entry) => isJsonObject(entry) && entry.uri === uri);
  } catch (error) {
    if (signal.aborted) throw error;
    return undefined; // a server without a list has nothing to add
  }
}
