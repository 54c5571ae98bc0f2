import { isJsonObject, type JsonObject } from "@x/mcp-core";

type Check = (value: unknown) => boolean;

const text: Check = (value) => typeof value === "string" && value !== "";
const texts: Check = (value) => Array.isArray(value) && value.every((one) => typeof one === "string");
const time: Check = (value) => typeof value === "number" && Number.isFinite(value);
const count: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;
const flag: Check = (value) => typeof value === "boolean";
const url: Check = (value) => typeof value === "string" && URL.canParse(value);
const urls: Check = (value) => Array.isArray(value) && value.every(url);
const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/** RFC 6750 2.1, and a little more: what stands in a header. */
export const isTokenText: Check = (value) => typeof value === "string" && /^[\x21-\x7E]+$/.test(value);

const method: Check = (value) =>
  ["none", "client_secret_basic", "client_secret_post"].includes(value as string);
const intent: Check = (value) => isJsonObject(value) && time(value.at) && count(value.attempts);

/** The keys of each kind of record, by what its key in the store begins with. */
const shapes: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  "auth/token/": {
    generation: count,
    issuer: text,
    clientId: text,
    resource: optional(text),
    accessToken: isTokenText,
    refreshToken: optional(text),
    scope: texts,
    requestedScope: texts,
    obtainedAt: time,
    expiresAt: optional(time),
    rotates: optional(flag),
    intent: optional(intent),
  },
  "auth/binding/": { issuer: text, clientId: text, resource: optional(text), metadataUrl: optional(url) },
  "auth/client/": {
    issuer: text,
    clientId: text,
    secret: optional(text),
    secretExpiresAt: optional(time),
    method,
    redirectUris: urls,
    scope: texts,
  },
  "auth/pin/": { issuer: text },
  "auth/flow/": {
    state: text,
    verifier: text,
    redirectUri: url,
    issuer: text,
    metadata: isJsonObject,
    metadataUrl: optional(url),
    clientId: text,
    resource: optional(text),
    scope: texts,
    principal: text,
    serverId: text,
    serverUrl: url,
    reason: text,
    url,
    expiresAt: time,
  },
};

/** Whether what stands under a key is a record of its kind: a store may be torn, old, or somebody else's. */
export function isRecord(key: string, value: JsonObject): boolean {
  const [, shape] = Object.entries(shapes).find(([prefix]) => key.startsWith(prefix)) ?? [];
  if (value.v !== 1 || shape === undefined) return false;
  return Object.entries(shape).every(([name, check]) => check(value[name]));
}
