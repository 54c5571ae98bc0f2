import { McpAuthError } from "@x/mcp-core";
import type { OAuthContext } from "../oauth-runtime.ts";
import {
  readRecord,
  recordKeys,
  removeRecord,
  type StoredRecord,
  type TokenPartition,
  writeRecord,
} from "../record-store.ts";
import type { TokenAnswer } from "./token-answer.ts";
import type { BindingRecord, TokenRecord } from "./token-record.ts";

/** Writers that collide more often than this are a fault of the store. */
const maxWrites = 5;

/** The tokens of one principal at one server: in memory, and behind that in the store. */
export interface TokenVault {
  /** The newest that this process knows. */
  current(): TokenRecord | undefined;
  binding(): BindingRecord | undefined;
  /** Looks into the store; what it holds is adopted if it is newer. */
  load(signal?: AbortSignal): Promise<TokenRecord | undefined>;
  /** The stored tokens of one partition. */
  read(partition: TokenPartition): Promise<StoredRecord<TokenRecord> | undefined>;
  /** Writes new tokens: into memory, and into the store unless that has newer ones. */
  save(record: TokenRecord, metadataUrl: string | undefined): Promise<void>;
  /** Writes what goes before a refresh; false where somebody else was faster. */
  mark(record: TokenRecord, version: string): Promise<string | undefined>;
  adopt(record: TokenRecord): void;
  /** Forgets the tokens. */
  forget(): Promise<void>;
  /** For the next tokens. */
  nextGeneration(stored?: TokenRecord): number;
}

export function createTokenVault(context: OAuthContext): TokenVault {
  let current: TokenRecord | undefined;
  let binding: BindingRecord | undefined;
  let highest = 0;
  const bindingKey = recordKeys.binding(context);

  const adopt = (record: TokenRecord): void => {
    if (record.generation < highest) return;
    highest = record.generation;
    current = record;
  };
  const vault: TokenVault = {
    current: () => current,
    binding: () => binding,
    adopt,
    nextGeneration: (stored) => Math.max(highest, stored?.generation ?? 0) + 1,
    read: (partition) => readRecord<TokenRecord>(context, recordKeys.token(context, partition)),
    async load(signal) {
      const bound = await readRecord<BindingRecord>(context, bindingKey, signal);
      if (bound === undefined) return current;
      binding = bound.value;
      const key = recordKeys.token(context, bound.value);
      const found = await readRecord<TokenRecord>(context, key, signal);
      if (found !== undefined && found.value.generation > (current?.generation ?? 0)) {
        adopt(found.value);
        context.emit("token-adopted", { issuer: found.value.issuer });
      }
      return current;
    },
    async save(record, metadataUrl) {
      adopt(record);
      const { issuer, clientId, resource } = record;
      binding = { v: 1, issuer, clientId, resource, metadataUrl };
      try {
        await writeNewest(context, recordKeys.token(context, record), record);
        await writeRecord(context, bindingKey, binding);
      } catch (error) {
        // The tokens are good, and the old ones may be used up: they serve this process as long as it lives.
        if (!(error instanceof McpAuthError)) throw error;
        context.emit("store-failed", { issuer, detail: error.authCode });
      }
    },
    mark: (record, version) =>
      writeRecord(context, recordKeys.token(context, record), record, { ifVersion: version }),
    async forget() {
      const partition = current ?? binding;
      current = undefined;
      if (partition !== undefined) await removeRecord(context, recordKeys.token(context, partition));
    },
  };
  return vault;
}

/** Compare-and-set, so that a writer who was thought dead overwrites nothing newer. */
async function writeNewest(context: OAuthContext, key: string, record: TokenRecord): Promise<void> {
  for (let attempt = 1; attempt <= maxWrites; attempt++) {
    const found = await readRecord<TokenRecord>(context, key);
    if (found !== undefined && found.value.generation > record.generation) return;
    // What cannot be read as a record counts as absent, and is replaced.
    const written =
      found === undefined
        ? ((await writeRecord(context, key, record, { ifVersion: null })) ??
          ((await readRecord(context, key)) === undefined
            ? await writeRecord(context, key, record)
            : undefined))
        : await writeRecord(context, key, record, { ifVersion: found.version });
    if (written !== undefined) return;
  }
}

/** New tokens as a record. */
export function tokenRecord(
  answer: TokenAnswer,
  facts: TokenPartition & {
    readonly generation: number;
    readonly requestedScope: readonly string[];
    readonly now: number;
    /** Kept where the answer holds no new one (RFC 6749 6). */
    readonly refreshToken?: string | undefined;
    /** Known after a refresh. */
    readonly rotates?: boolean | undefined;
  },
): TokenRecord {
  const { now, requestedScope, generation, issuer, clientId, resource, rotates } = facts;
  const refreshToken = answer.refreshToken ?? facts.refreshToken;
  return {
    v: 1,
    generation,
    issuer,
    clientId,
    ...(resource === undefined ? {} : { resource }),
    accessToken: answer.accessToken,
    ...(refreshToken === undefined ? {} : { refreshToken }),
    scope: answer.scope ?? requestedScope,
    requestedScope,
    obtainedAt: now,
    ...(rotates === undefined ? {} : { rotates }),
    ...(answer.lifetimeMs === undefined ? {} : { expiresAt: now + answer.lifetimeMs }),
  };
}
