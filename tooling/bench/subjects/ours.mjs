// The pool as a user gets it: every server in a host sandbox session, validation on.
import { createMcpTransportPool } from "@x/mcp";
import { hostSandbox } from "@x/sandbox-host";

export async function open(servers) {
  const pool = createMcpTransportPool(
    { servers: servers.map((server, index) => ({ kind: "stdio", serverId: `s${index}`, ...server })) },
    { sandbox: hostSandbox({ allowHostExecution: true }) },
  );
  const tools = await pool.connect();
  return {
    tools: tools.length,
    call: (tool, args, server = 0) => pool.callTool(`s${server}__${tool}`, args),
    list: async () => (await pool.listTools()).length,
    close: () => pool.stop(),
  };
}
