import { McpAuthError } from "@x/mcp-core";
import type { AppliedAuth } from "../authenticator.ts";
import type { BearerChallenge } from "../challenge/bearer-challenge.ts";
import { type CoolDown, createCoolDown } from "./cool-down.ts";
import type { Discovery } from "./discovery/discovery.ts";
import type { ResourceHint } from "./discovery/protected-resource.ts";
import type { FlowRecord } from "./flow/flow-record.ts";
import type { OAuthContext } from "./oauth-runtime.ts";
import { createRefreshPace, type RefreshPace } from "./refresh-pace.ts";
import { tokenAge } from "./token/token-age.ts";
import type { TokenRecord } from "./token/token-record.ts";
import type { TokenVault } from "./token/token-vault.ts";
import type { TokenSource } from "./token-source.ts";

/** Replaces tokens: each method is the work of one flight, for everybody who waits. */
export interface Renewal {
  readonly pace: RefreshPace;
  readonly coolDown: CoolDown;
  /** Because of their age; nobody is asked anything. */
  ahead(signal: AbortSignal): Promise<void>;
  /** Because the server refused them, or has seen none yet. */
  refused(applied: AppliedAuth, challenge: BearerChallenge, signal: AbortSignal): Promise<void>;
  /** Because they lack scope. */
  widen(
    applied: AppliedAuth,
    challenge: BearerChallenge,
    wanted: readonly string[],
    signal: AbortSignal,
  ): Promise<void>;
}

export function createRenewal(context: OAuthContext, vault: TokenVault, source: TokenSource): Renewal {
  const pace = createRefreshPace(context);
  const coolDown = createCoolDown(context);
  const forMachines = context.config.grant?.type === "client_credentials";

  /** A refusal without a hint is no reason to forget where the metadata was. */
  const hintOf = (applied?: AppliedAuth, challenge?: BearerChallenge): ResourceHint => ({
    metadataUrl: challenge?.resourceMetadata ?? vault.binding()?.metadataUrl,
    protocolVersion: applied?.request.headers["mcp-protocol-version"],
  });

  const refresh = async (record: TokenRecord, discovery: Discovery): Promise<void> => {
    const waiting = pace.waiting();
    if (waiting !== undefined) throw waiting;
    try {
      await source.refresh(record, discovery);
      pace.succeeded();
    } catch (error) {
      if (error instanceof McpAuthError && error.retry === "after-delay") pace.failed(error);
      throw error;
    }
  };

  /** True, or why only new tokens help that are got in another way. */
  const refreshed = async (record: TokenRecord, discovery: Discovery): Promise<McpAuthError | boolean> => {
    if (record.refreshToken === undefined) return false;
    try {
      await refresh(record, discovery);
      return true;
    } catch (error) {
      if (!(error instanceof McpAuthError)) throw error;
      if (error.authCode === "refresh_rejected" || error.authCode === "client_rejected") return error;
      throw error;
    }
  };

  return {
    pace,
    coolDown,
    async ahead(signal) {
      const record = vault.current();
      if (record === undefined || tokenAge(context, record) === "fresh") return;
      const discovery = await source.discovery(hintOf(), false);
      if (discovery.issuer !== record.issuer) return;
      if (record.refreshToken !== undefined) return refresh(record, discovery);
      const need = { challenged: record.requestedScope, before: [], reason: "expired", signal } as const;
      if (forMachines) await source.obtain(discovery, { ...need, instead: record.generation });
    },
    async refused(applied, challenge, signal) {
      const generation = applied.generation ?? 0;
      await vault.load();
      const record = vault.current();
      if (isReplacement(context, record, generation)) return;
      // Who authorizes is found out anew: a refusal is how a server that moved tells.
      const discovery = await source.discovery(hintOf(applied, challenge), true);
      let because: McpAuthError | undefined;
      if (record !== undefined && record.issuer === discovery.issuer) {
        if (generation === record.generation && tokenAge(context, record) === "fresh")
          throw coolDown.begin(record);
        const verdict = await refreshed(record, discovery);
        if (verdict === true) return;
        if (verdict !== false) because = verdict;
      }
      await source.obtain(discovery, {
        challenged: challenge.scope,
        before: [],
        reason: reasonOf(record),
        signal,
        instead: record?.generation ?? generation,
        because,
      });
    },
    async widen(applied, challenge, wanted, signal) {
      const record = vault.current();
      const discovery = await source.discovery(hintOf(applied, challenge), false);
      await source.obtain(discovery, {
        challenged: wanted,
        before: record?.requestedScope ?? [],
        reason: "step-up",
        signal,
        instead: record?.generation ?? 0,
      });
    },
  };
}

function isReplacement(context: OAuthContext, record: TokenRecord | undefined, generation: number): boolean {
  return record !== undefined && record.generation > generation && tokenAge(context, record) !== "expired";
}

function reasonOf(record: TokenRecord | undefined): FlowRecord["reason"] {
  if (record === undefined) return "first-use";
  return record.refreshToken === undefined ? "expired" : "revoked";
}
