import { copyJson } from "../data/copy-json.ts";
import type { UiJson, UiJsonObject } from "../data/json.ts";
import { isPlainObject } from "../data/plain-object.ts";
import type { RpcId } from "./machine.ts";

/** A message of a view, copied. */
export type ViewMessage =
  | {
      readonly kind: "request";
      readonly id: RpcId;
      readonly method: string;
      readonly params: UiJsonObject;
      readonly bytes: number;
    }
  | {
      readonly kind: "notification";
      readonly method: string;
      readonly params: UiJsonObject;
      readonly bytes: number;
    }
  | {
      readonly kind: "response";
      readonly id: RpcId;
      readonly result?: UiJson;
      readonly error?: UiJson;
      readonly bytes: number;
    }
  | {
      readonly kind: "invalid";
      readonly rule: "not-json-rpc" | "too-large" | "unreadable" | "invalid-params";
      readonly id?: RpcId;
    };

const maxNameLength = 256;
/** A file is one value, a large table some ten thousand. */
const maxValues = 200_000;

/**
 * Reads a message of JSON-RPC 2.0 once. Batches are none (MCP has not had them since 2025-06-18). What is no message
 * is `invalid`; it has an id where it can be answered.
 */
export function readMessage(message: unknown, maxBytes: number): ViewMessage {
  const copied = copyJson(message, { maxBytes, maxValues });
  if (!copied.ok)
    return { kind: "invalid", rule: copied.code === "malformed" ? "not-json-rpc" : copied.code };
  const { value, bytes } = copied;
  if (!isPlainObject(value) || value.jsonrpc !== "2.0") return { kind: "invalid", rule: "not-json-rpc" };
  const envelope = value as UiJsonObject;
  const id = readId(envelope.id);
  const { method, params = {} } = envelope;
  if (method === undefined) return readResponse(envelope, id, bytes);
  if (typeof method !== "string" || method === "" || method.length > maxNameLength)
    return invalid("not-json-rpc", id);
  if (Object.hasOwn(envelope, "id") && id === undefined) return invalid("not-json-rpc", undefined);
  if (!isPlainObject(params)) return invalid("invalid-params", id);
  const named = { method, params: params as UiJsonObject, bytes };
  return id === undefined ? { kind: "notification", ...named } : { kind: "request", id, ...named };
}

function readResponse(envelope: UiJsonObject, id: RpcId | undefined, bytes: number): ViewMessage {
  const hasResult = Object.hasOwn(envelope, "result");
  const hasError = Object.hasOwn(envelope, "error");
  if (id === undefined || hasResult === hasError) return invalid("not-json-rpc", undefined);
  const { result = null, error = null } = envelope;
  return { kind: "response", id, bytes, ...(hasResult ? { result } : { error }) };
}

function readId(id: UiJson | undefined): RpcId | undefined {
  if (typeof id === "string") return id.length <= maxNameLength ? id : undefined;
  return Number.isSafeInteger(id) ? (id as number) : undefined;
}

function invalid(rule: "not-json-rpc" | "invalid-params", id: RpcId | undefined): ViewMessage {
  return { kind: "invalid", rule, ...(id === undefined ? {} : { id }) };
}
