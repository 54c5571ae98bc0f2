/** The codes of the errors that a view gets (JSON-RPC 2.0 section 5.1; below -32000 as SEP-1865 leaves to hosts). */
export const viewErrorCodes = {
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  /** A rule of the host or a decision of its user. */
  denied: -32_000,
  /** Nobody answered in time. */
  timeout: -32_001,
  /** Too much, too often or too many at a time; later is fine. */
  busy: -32_003,
} as const;
