// Lists and what can be done with their entries: tools, one resource, one prompt.

const resource = { uri: "test://note", name: "note", mimeType: "text/plain" };
const prompt = { name: "greet", arguments: [{ name: "who", required: true }] };

const methods = {
  "tools/list": (server, request) => server.respond(request, listTools(server, request)),
  "tools/call": callTool,
  "resources/list": (server, request) => server.respond(request, fresh({ resources: [resource] })),
  "resources/templates/list": (server, request) =>
    server.respond(
      request,
      fresh({ resourceTemplates: [{ uriTemplate: "test://note/{id}", name: "notes" }] }),
    ),
  "resources/read": (server, request) =>
    request.params?.uri === resource.uri
      ? server.respond(request, fresh({ contents: [{ ...resource, text: "A note." }] }))
      : server.fail(request, -32602, "Resource not found"),
  "prompts/list": (server, request) => server.respond(request, fresh({ prompts: [prompt] })),
  "prompts/get": (server, request) =>
    server.respond(request, {
      messages: [
        { role: "user", content: { type: "text", text: `Greet ${request.params?.arguments?.who}.` } },
      ],
    }),
  "completion/complete": (server, request) =>
    server.respond(request, { completion: { values: ["alice", "bob"], total: 2, hasMore: false } }),
};

/** True where it has answered, or has taken the request to answer it later. */
export function handleCatalog(server, request) {
  const run = Object.hasOwn(methods, request.method) ? methods[request.method] : undefined;
  run?.(server, request);
  return run !== undefined;
}

/** Modern lists say how long they stay fresh (MCP server/utilities/caching). */
function fresh(result) {
  return { ttlMs: 0, cacheScope: "private", ...result };
}

function listTools(server, request) {
  const page = server.mode.page?.(server, request.params?.cursor);
  return page ?? fresh({ tools: server.script.tools ?? definitions(server.tools) });
}

/** The definitions of a record of tools; a tool without a schema takes any object. */
export function definitions(tools) {
  return Object.entries(tools).map(([name, { definition }]) => ({
    name,
    inputSchema: { type: "object" },
    ...definition,
  }));
}

function callTool(server, request) {
  const { name, arguments: args = {} } = request.params ?? {};
  const tool = Object.hasOwn(server.tools, name) ? server.tools[name] : undefined;
  const result =
    server.script.results?.[name] ?? (tool?.call === undefined ? plainResult(server, name, tool) : undefined);
  if (tool === undefined && result === undefined)
    return server.fail(request, -32602, `Unknown tool: ${name}`);
  server.host.journal({ event: "execute", tool: name, arguments: args });
  if (result === undefined) tool.call(server, request, args);
  else server.respond(request, result);
}

/** What a tool answers that has a definition and nothing else. */
function plainResult(server, name, tool) {
  const declared = tool !== undefined || server.script.tools?.some((definition) => definition?.name === name);
  return declared ? { content: [{ type: "text", text: name }] } : server.mode.anyTool?.(name);
}
