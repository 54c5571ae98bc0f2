import { buildAllow } from "@x/ui-resources";
import { pageHeaders } from "./document/page-headers.ts";
import { frameAncestors } from "./frame-ancestors.ts";
import { randomName } from "./random.ts";
import type { SandboxSettings } from "./sandbox-settings.ts";
import type { Answer } from "./visit.ts";

/** Nobody's host (RFC 2606): should the page let the frame go there, nobody is told. */
const canaryTarget = "https://mcp-ui-canary.invalid/";

/**
 * A page that tries to leave, as a hostile view would. Where the policy of the page around it holds, that page gets a
 * `securitypolicyviolation` for `frame-src`.
 */
export function serveCanary(settings: SandboxSettings): Answer {
  const nonce = randomName(settings.random);
  const csp = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${frameAncestors(settings, "view").join(" ")}`,
    "sandbox allow-scripts",
  ].join("; ");
  const { permissionsPolicy } = buildAllow(undefined);
  return {
    status: 200,
    headers: pageHeaders({ csp, permissionsPolicy, resourcePolicy: "cross-origin" }),
    body: `<!doctype html><title>Canary</title><script nonce="${nonce}">location.replace(${JSON.stringify(canaryTarget)})</script>`,
  };
}
