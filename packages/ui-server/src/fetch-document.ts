import { resolveUiDocument, type UiDocument, type UiProblemCode, uiMimeType } from "@x/ui-resources";
import { type McpSandboxRefusal, RefusalError } from "./refusal.ts";
import type { McpSandboxResource } from "./sandbox-resource.ts";
import type { SandboxSettings } from "./sandbox-settings.ts";
import type { Visit } from "./visit.ts";
import { withinTime } from "./within-time.ts";

const refusalOf: Partial<Record<UiProblemCode, McpSandboxRefusal>> = {
  "invalid-uri": "bad_uri",
  "not-found": "not_found",
  "unsupported-mime-type": "media_type",
  "too-large": "too_large",
};

/** Looks a document up, in time and within the limits, and checks it. Throws `RefusalError`. */
export async function fetchDocument(
  settings: SandboxSettings,
  visit: Visit,
  uri: string,
  serverId: string | undefined,
): Promise<UiDocument> {
  const { limits, mimeTypes } = settings;
  const found = await lookUp(settings, visit, uri, serverId);
  if (found === null || found === undefined) throw new RefusalError("not_found");
  const answer = readAnswer(found, uri, mimeTypes[0] ?? uiMimeType);
  const result = await resolveUiDocument(answer, uri, {
    listEntry: answer.listEntry,
    limits: { maxDocumentBytes: limits.maxDocumentBytes },
    mimeTypes,
  });
  if (!result.ok) {
    visit.problems.push(result.problem);
    throw new RefusalError(refusalOf[result.problem.code] ?? "bad_document");
  }
  visit.problems.push(...result.document.problems);
  visit.digest = result.document.digest;
  return result.document;
}

async function lookUp(
  { resolveResource, limits }: SandboxSettings,
  { request }: Visit,
  uri: string,
  serverId: string | undefined,
): Promise<McpSandboxResource | null | undefined> {
  const outcome = await withinTime(limits.resolveTimeoutMs, request.signal, async (signal) =>
    resolveResource(uri, { request, signal, ...(serverId === undefined ? {} : { serverId }) }),
  );
  if (outcome.kind === "late") throw new RefusalError("resolver_timeout");
  if (outcome.kind === "failed") throw new RefusalError("resolver_failed", outcome.error);
  return outcome.value;
}

/** Every form that a lookup may answer in, as the answer of `resources/read`. */
function asReadAnswer(
  found: McpSandboxResource,
  uri: string,
  mimeType: string,
): { readonly contents: readonly unknown[]; readonly listEntry?: unknown } {
  if (typeof found === "string") return { contents: [{ uri, mimeType, text: found }] };
  if (typeof found !== "object") throw new RefusalError("bad_document");
  if (isList(found)) return { contents: found };
  if ("contents" in found) return found;
  if ("body" in found) return { contents: [{ uri, mimeType, text: found.body }] };
  return { contents: [found] };
}

/** The same for what cannot be read: a lookup may hand over anything, getters and proxies that throw included. */
function readAnswer(...given: Parameters<typeof asReadAnswer>): ReturnType<typeof asReadAnswer> {
  try {
    const answer = asReadAnswer(...given);
    return { contents: answer.contents, listEntry: answer.listEntry };
  } catch (error) {
    throw error instanceof RefusalError ? error : new RefusalError("bad_document", error);
  }
}

function isList(found: object): found is readonly unknown[] {
  return Array.isArray(found);
}
