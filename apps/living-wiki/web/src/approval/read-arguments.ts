import type { JsonObject } from "@x/mcp";
import { isSchemaNode } from "../form/schema-node.ts";

/** Arguments that a person typed as JSON, or what is wrong with them. */
export function readArguments(text: string): { readonly value?: JsonObject; readonly problem?: string } {
  try {
    const value: unknown = JSON.parse(text);
    return isSchemaNode(value)
      ? { value: value as JsonObject }
      : { problem: "This must be an object: { … }" };
  } catch {
    return { problem: "This is not valid JSON." };
  }
}
