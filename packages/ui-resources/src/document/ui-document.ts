import type { UiProblem } from "../data/ui-problem.ts";

/** The origins that a document declares it needs (SEP-1865, UI Resource Format). Strings as the server wrote them. */
export interface UiCspDeclaration {
  readonly connectDomains?: readonly string[];
  readonly resourceDomains?: readonly string[];
  readonly frameDomains?: readonly string[];
  readonly baseUriDomains?: readonly string[];
}

/** What a document may ask the browser for. */
export type UiPermission = "camera" | "microphone" | "geolocation" | "clipboardWrite";

/** The permissions that a document declares it wants. */
export type UiPermissions = Readonly<Partial<Record<UiPermission, Readonly<Record<string, never>>>>>;

/** A document that a server authored, read, checked and named by its digest. Frozen plain data. */
export interface UiDocument {
  /** As it was asked for. */
  readonly uri: string;
  readonly html: string;
  readonly mimeType: string;
  /** Absent: the document declares nothing, and the restrictive default applies. */
  readonly csp?: UiCspDeclaration;
  readonly permissions?: UiPermissions;
  /** A dedicated origin, in words that only the host it was written for understands. */
  readonly domain?: string;
  readonly prefersBorder?: boolean;
  /** SHA-256 of `html` in UTF-8, in hex. */
  readonly digest: string;
  /** Bytes of `html` in UTF-8. */
  readonly lengthBytes: number;
  /** What of the metadata was ignored. */
  readonly problems: readonly UiProblem[];
}
