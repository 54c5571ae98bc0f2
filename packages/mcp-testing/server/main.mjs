// The child program: one argument, the script as JSON. It speaks MCP on stdin and stdout, needs nothing but Node,
// and is plain JavaScript because Node 20 starts no TypeScript.
import { processHost } from "./process-host.mjs";
import { createScriptedServer } from "./scripted-server.mjs";

const script = JSON.parse(process.argv[2] ?? "{}");
const host = processHost(script);
const server = createScriptedServer(script, host);
host.readLines(server);
server.start();
