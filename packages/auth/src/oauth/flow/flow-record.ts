import type { JsonObject } from "@x/mcp-core";
import type { AuthorizationPrompt } from "../../interaction/interaction-port.ts";

/**
 * A login that was begun: everything that is needed to finish it, in whatever process. Written before anybody is sent
 * anywhere, found by `state`, used once (MCP basic/authorization, "Authorization Response Validation").
 */
export interface FlowRecord {
  readonly v: 1;
  readonly state: string;
  readonly verifier: string;
  readonly redirectUri: string;
  /** From validated metadata; `iss` is compared with it. */
  readonly issuer: string;
  readonly metadata: JsonObject;
  readonly metadataUrl?: string | undefined;
  readonly clientId: string;
  readonly resource?: string | undefined;
  readonly scope: readonly string[];
  readonly principal: string;
  readonly serverId: string;
  readonly serverUrl: string;
  readonly reason: AuthorizationPrompt["reason"];
  readonly url: string;
  readonly expiresAt: number;
}
