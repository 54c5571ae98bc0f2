import { McpProtocolError, type McpProtocolErrorInit } from "@x/mcp-core";

/** The process ended while it was asked for its era: start it again and speak the legacy way. */
export class ServerDiedOnProbeError extends McpProtocolError {
  constructor(init: Omit<McpProtocolErrorInit, "phase" | "code">) {
    super({ ...init, phase: "connect", code: "process_exited" });
  }
}
