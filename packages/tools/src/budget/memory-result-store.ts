import { McpError } from "@x/mcp-core";
import { checkSize } from "./check-size.ts";
import type { ResultStore } from "./result-store.ts";
import { resultText } from "./result-text.ts";

/** Options of {@link memoryResultStore}. */
export interface MemoryResultStoreOptions {
  /** The oldest results go when all together are larger. Default 64 MiB. */
  readonly maxBytes?: number;
  /** Makes names. Default: random UUIDs. */
  readonly newRef?: () => string;
}

/** A {@link ResultStore} in the memory of this process. */
export function memoryResultStore(options: MemoryResultStoreOptions = {}): ResultStore {
  const { maxBytes = 64 * 1024 * 1024, newRef = () => crypto.randomUUID() } = options;
  checkSize(maxBytes, "a store of results", "67108864");
  const texts = new Map<string, Uint8Array>();
  let total = 0;
  return {
    async put(result) {
      const bytes = new TextEncoder().encode(resultText(result));
      const ref = newRef();
      texts.set(ref, bytes);
      total += bytes.length;
      for (const [oldest, text] of texts) {
        if (total <= maxBytes || oldest === ref) break;
        texts.delete(oldest);
        total -= text.length;
      }
      return ref;
    },
    async read(ref, { offsetBytes, lengthBytes }) {
      const bytes = texts.get(ref);
      if (bytes === undefined) throw unknownResult();
      return bytes.subarray(offsetBytes, offsetBytes + lengthBytes);
    },
  };
}

/** The name is not repeated: whoever reads the message may not be whom the result is for. */
function unknownResult(): McpError {
  return new McpError("tool_not_found", {
    message: "There is no stored result of this name, or no longer. Call the tool again.",
    outcome: "not-sent",
  });
}
