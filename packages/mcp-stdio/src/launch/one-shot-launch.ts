import { type McpWire, mcpDefaults } from "@x/mcp-core";
import { SandboxError, SandboxNoExecutorError, type SandboxSession } from "@x/sandbox";
import { createOneShotWire } from "../one-shot/one-shot-wire.ts";
import type { LauncherOptions } from "./launcher.ts";
import { serverCommand } from "./server-command.ts";

/**
 * The wire over a session that can only `exec`.
 *
 * @throws SandboxError `unsupported` where the session passes no stdin on: the requests would be dropped in silence.
 */
export function oneShotWire(options: LauncherOptions, session: SandboxSession): McpWire {
  const { config, lease, clock, redact } = options;
  if (session.exec === undefined) throw new SandboxNoExecutorError();
  if (!session.features.has("exec-stdin"))
    throw new SandboxError("unsupported", {
      message: `Server "${config.serverId}" needs a sandbox that can spawn, or one whose exec passes stdin on. Nothing was started.`,
    });
  return createOneShotWire({
    exec: session.exec.bind(session),
    server: serverCommand(config),
    serverId: config.serverId,
    clock,
    redact,
    maxMessageBytes: config.maxMessageBytes ?? mcpDefaults.maxMessageBytes,
    handshakeMs: config.connectTimeoutMs ?? mcpDefaults.connectTimeoutMs,
    answerMs: config.totalTimeoutMs ?? mcpDefaults.totalTimeoutMs,
    graceMs: config.stopGraceMs ?? mcpDefaults.stopGraceMs,
    concurrency: config.oneShot?.concurrency ?? process.getBuiltinModule("node:os").availableParallelism(),
    listTtlMs: config.oneShot?.listTtlMs ?? 60_000,
    sessionLost() {
      lease.forget(session);
      return lease.owned ? "dropped" : "sandbox-closed";
    },
  });
}
