// How lines can come: with noise between them, too long, in pieces, not in UTF-8.

const newline = 10;
const twelveMiB = 12 * 1024 * 1024;
const sized = { inputSchema: { type: "object", properties: { bytes: { type: "number" } } } };

export const framingModes = {
  noise: {
    start: (server) => makeNoise(server),
    write(server, text) {
      makeNoise(server);
      server.line(text);
      makeNoise(server);
    },
  },
  "giant-line": {
    tools: {
      "giant-head": { definition: sized, call: (server, { id }, args) => giant(server, args, { id }, {}) },
      "giant-tail": { definition: sized, call: (server, { id }, args) => giant(server, args, {}, { id }) },
      // The line itself belongs to nobody; the answer comes after it.
      "giant-noise": {
        definition: sized,
        call(server, request, { bytes = twelveMiB }) {
          server.line("x".repeat(bytes));
          server.text(request, "Still here.");
        },
      },
    },
  },
  "byte-by-byte": {
    write(server, text) {
      for (const byte of Buffer.from(`${text}\n`)) server.host.write(Uint8Array.of(byte));
    },
  },
  crlf: {
    write: (server, text) => server.host.write(`\r\n${text}\r\n`),
  },
  "invalid-utf8": {
    // A line that is no text before every message, and one tool whose answer is such a line.
    write(server, text) {
      server.host.write(Uint8Array.of(0x7b, 0xff, 0xfe, 0x80, newline));
      server.line(text);
    },
    tools: {
      garbled: {
        definition: { inputSchema: { type: "object" } },
        call(server, { id }) {
          const [head, tail] = `${JSON.stringify(answerOf("|", { id }, {}))}\n`.split("|");
          server.host.write(
            Buffer.concat([Buffer.from(head ?? ""), Uint8Array.of(0xff), Buffer.from(tail ?? "")]),
          );
        },
      },
    },
  },
};

/** The answer to a call with its id before or behind the long text, as JSON keeps the order of keys. */
function giant(server, { bytes = twelveMiB }, head, tail) {
  server.line(JSON.stringify(answerOf("x".repeat(bytes), head, tail)));
}

function answerOf(text, head, tail) {
  const result = { resultType: "complete", content: [{ type: "text", text }] };
  return { jsonrpc: "2.0", ...head, result, ...tail };
}

function makeNoise(server) {
  server.line("Server is running on stdio");
  server.line("   ");
  server.line('{"level":"info","msg":"a log line in JSON"}');
  server.line("[1,2,3]");
  server.line("+ set -x");
}
