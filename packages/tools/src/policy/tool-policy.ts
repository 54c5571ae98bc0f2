import type { McpTool, McpToolAnnotations } from "@x/mcp-core";
import { matchesPattern } from "../registration/tool-filter.ts";

/** What happens when a model calls a tool. */
export type ToolVerdict = "allow" | "ask" | "deny";

/** A rule about some tools. */
export interface ToolPolicyRule {
  /** Patterns of `server/tool`, in which `*` stands for any run of characters. */
  readonly tools: string | readonly string[];
  readonly verdict: ToolVerdict;
  /** For whoever is asked, or reads why a tool was refused. */
  readonly reason?: string;
}

/** Which tools run unasked, as plain data. Of several rules the first that fits decides. */
export interface ToolPolicy {
  readonly rules?: readonly ToolPolicyRule[];
  /** Tools that say they only read. Default `allow`. */
  readonly readOnly?: ToolVerdict;
  /** Tools that change something and say they destroy nothing. Default `ask`. */
  readonly write?: ToolVerdict;
  /** Tools that may destroy something, and those that say nothing (MCP server/tools: the default). Default `ask`. */
  readonly destructive?: ToolVerdict;
  /** Patterns of servers whose hints are not believed: their tools count as destructive. */
  readonly untrusted?: string | readonly string[];
}

/** What a policy says about a tool. */
export interface PolicyDecision {
  readonly verdict: ToolVerdict;
  readonly reason: string;
}

/** What a tool does, as far as its hints are believed. */
export type ToolEffect = "readOnly" | "write" | "destructive";

/** Decides about a tool. Pure, so that a policy can be shown, tested and compared. */
export function decideTool(
  policy: ToolPolicy,
  tool: Pick<McpTool, "serverId" | "serverToolName" | "annotations">,
): PolicyDecision {
  const name = `${tool.serverId}/${tool.serverToolName}`;
  const rule = policy.rules?.find(({ tools }) =>
    patternsOf(tools).some((pattern) => matchesPattern(name, pattern)),
  );
  if (rule !== undefined)
    return {
      verdict: rule.verdict,
      reason: rule.reason ?? `A rule of the policy is about ${patternsOf(rule.tools).join(", ")}.`,
    };
  const distrusted = patternsOf(policy.untrusted ?? []).some((pattern) =>
    matchesPattern(tool.serverId, pattern),
  );
  const effect = distrusted ? "destructive" : effectOf(tool.annotations);
  const verdict = policy[effect] ?? (effect === "readOnly" ? "allow" : "ask");
  const says = {
    readOnly: "The tool only reads.",
    write: "The tool changes something.",
    destructive: "The tool may destroy something.",
  };
  return { verdict, reason: says[effect] };
}

/** MCP server/tools: a tool without hints is one that changes things and may destroy them. */
export function effectOf(annotations: McpToolAnnotations | undefined): ToolEffect {
  if (annotations?.readOnlyHint === true) return "readOnly";
  return annotations?.destructiveHint === false ? "write" : "destructive";
}

function patternsOf(patterns: string | readonly string[]): readonly string[] {
  return typeof patterns === "string" ? [patterns] : patterns;
}
