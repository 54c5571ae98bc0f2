import type { UiProblem } from "@x/ui-resources";
import type { McpSandboxAuditEvent } from "./sandbox-audit.ts";
import type { Theme } from "./theme/theme.ts";

/** One request, and what becomes known about it on the way; the audit event is made of it. */
export interface Visit {
  readonly request: Request;
  readonly url: URL;
  route: McpSandboxAuditEvent["route"];
  uri?: string;
  serverId?: string;
  instance?: string;
  host?: string;
  theme?: Theme;
  digest?: string;
  readonly problems: UiProblem[];
}

/** What is answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Begins to note what a request is about. */
export function startVisit(request: Request): Visit {
  return { request, url: new URL(request.url), route: "none", problems: [] };
}

/** What happened, without anything that could be misused. */
export function auditEvent(
  visit: Visit,
  answer: Answer,
  refused?: Pick<McpSandboxAuditEvent, "refusal" | "cause">,
): McpSandboxAuditEvent {
  const { route, uri, serverId, instance, host, theme, digest, problems } = visit;
  const known = { uri, serverId, instance, host, theme: theme?.name, digest, ...refused };
  return {
    type: refused === undefined ? "served" : "refused",
    route,
    status: answer.status,
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined)),
    problems,
    refusedTokens: theme?.refused ?? [],
  };
}
