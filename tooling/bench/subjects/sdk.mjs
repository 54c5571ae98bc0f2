// The official client, v2, as its users start it: a client and a transport per server, both eras.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

export async function open(servers) {
  const clients = await Promise.all(
    servers.map(async (server) => {
      const client = new Client(
        { name: "bench", version: "1.0.0" },
        { versionNegotiation: { mode: "auto" } },
      );
      await client.connect(transportOf(server));
      const { tools } = await client.listTools();
      return { client, tools: tools.length };
    }),
  );
  return {
    tools: clients.reduce((sum, { tools }) => sum + tools, 0),
    call: (tool, args, server = 0) => clients[server].client.callTool({ name: tool, arguments: args }),
    list: async () => (await clients[0].client.listTools({}, { cacheMode: "refresh" })).tools.length,
    close: () => Promise.all(clients.map(({ client }) => client.close())),
  };
}

function transportOf({ url, ...command }) {
  if (url === undefined) return new StdioClientTransport({ ...command, stderr: "pipe" });
  const authProvider = { token: async () => "bench" };
  return new StreamableHTTPClientTransport(new URL(url), { authProvider });
}
