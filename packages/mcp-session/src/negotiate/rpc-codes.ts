/** JSON-RPC error codes that we act on; any other is only passed on. */
export const rpcCodes = {
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  /** HeaderMismatch: the mirrored headers do not fit the body; nothing ran (2026-07-28 streamable-http). */
  headerMismatch: -32020,
  /** UnsupportedProtocolVersion: nothing ran (2026-07-28 basic/versioning). */
  unsupportedVersion: -32022,
} as const;
