// The pool as a user gets it: programs in a host sandbox session, URLs behind the egress guard and a bearer token,
// validation on.
import { createMcpTransportPool } from "@x/mcp";
import { hostSandbox } from "@x/sandbox-host";

export async function open(servers) {
  const pool = createMcpTransportPool(
    { servers: servers.map((server, index) => ({ ...kindOf(server), serverId: `s${index}`, ...server })) },
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

function kindOf({ url }) {
  return url === undefined
    ? { kind: "stdio" }
    : { kind: "streamable-http", auth: { mode: "bearer", token: "bench" } };
}
