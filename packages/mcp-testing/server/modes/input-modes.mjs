// Servers that ask back: input rounds in the modern era, requests to the client in the legacy one.
import { isModern } from "../era.mjs";

const none = { inputSchema: { type: "object" } };
const requestedSchema = {
  type: "object",
  properties: { name: { type: "string" }, times: { type: "integer", default: 1 } },
  required: ["name"],
};
const elicit = {
  method: "elicitation/create",
  params: { mode: "form", message: "Who are you?", requestedSchema },
};
const sample = {
  method: "sampling/createMessage",
  params: { messages: [{ role: "user", content: { type: "text", text: "Say hello" } }], maxTokens: 10 },
};
const roots = { method: "roots/list" };

/** MCP basic/patterns/mrtr: the same call again, with the inputs and the state of the round before. */
const rounds = {
  "ask-once": (responses) => (responses?.who === undefined ? { inputRequests: { who: elicit } } : undefined),
  "ask-everything": (responses) =>
    responses === undefined ? { inputRequests: { who: elicit, what: sample, where: roots } } : undefined,
  // Nothing is asked: the client may come back at once, with the state.
  "state-only": (_responses, state) => (state === undefined ? {} : undefined),
  "ask-forever": () => ({ inputRequests: { who: elicit } }),
  "ask-unknown": (responses) =>
    responses === undefined
      ? { inputRequests: { what: { method: "telepathy/read", params: {} } } }
      : undefined,
};

const requests = {
  elicit,
  sample,
  roots,
  ping: { method: "ping" },
  unknown: { method: "telepathy/read", params: {} },
  malformed: { method: "elicitation/create", params: "none" },
};

export const inputModes = {
  "input-required": { tools: mapValues(rounds, inputRound) },
  "server-requests": {
    tools: {
      ...mapValues(requests, ({ method, params }) => (server, request) => {
        server.requests.send(method, params, (response) => server.text(request, JSON.stringify(response)));
        // A modern client must not answer: it is told so after a while.
        if (isModern(request)) server.host.after(200, () => server.text(request, "Nobody answered."));
      }),
      // Asks, then takes its question back.
      "elicit-and-cancel": tool((server, request) => {
        const requestId = server.requests.send(elicit.method, elicit.params, () => {});
        server.host.after(server.script.delayMs ?? 50, () => {
          server.notify("notifications/cancelled", { requestId });
          server.text(request, "Never mind.");
        });
      }),
    },
  },
};

/** The state holds the number of the round, so that a client which changes or drops it is caught. */
function inputRound(next) {
  return (server, request) => {
    const { inputResponses, requestState } = request.params;
    const round = requestState === undefined ? 0 : Number(/^round "(\d+)" é$/.exec(requestState)?.[1]);
    const more = next(inputResponses, requestState);
    if (Number.isNaN(round)) return server.fail(request, -32602, "The state of the request was changed");
    if (more === undefined)
      return server.text(request, JSON.stringify({ inputResponses: inputResponses ?? null, round }));
    server.respond(request, {
      resultType: "input_required",
      requestState: `round "${round + 1}" é`,
      ...more,
    });
  };
}

function tool(call) {
  return { definition: none, call };
}

function mapValues(record, callOf) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, tool(callOf(value))]));
}
