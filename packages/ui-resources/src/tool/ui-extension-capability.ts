import { uiExtensionId, uiMimeType } from "../data/ui-profile.ts";

/** What a client puts under `capabilities.extensions` (SEP-1865, Client-Server Capability Negotiation). */
export type UiExtensionCapability = Readonly<
  Record<typeof uiExtensionId, { readonly mimeTypes: readonly string[] }>
>;

/**
 * The extension that a client must advertise, or servers offer it no UI: the `extensions` option of a session, a
 * transport or a pool takes it as it is.
 *
 * @param options `mimeTypes`: what is understood beside the MIME type of an MCP App, which always comes first.
 */
export function uiExtensionCapability(
  options: { readonly mimeTypes?: readonly string[] } = {},
): UiExtensionCapability {
  return { [uiExtensionId]: { mimeTypes: [...new Set([uiMimeType, ...(options.mimeTypes ?? [])])] } };
}
