// How a process can disappoint: dying, refusing to die, leaving things behind.

const object = (properties = {}) => ({ inputSchema: { type: "object", properties } });

export const processModes = {
  "crash-in-call": {
    tools: { crash: { definition: object(), call: (server) => exit(server, 7) } },
  },
  "die-on-probe": {
    era: "legacy",
    message: (server, { method }) => method === "server/discover" && exit(server, 3),
  },
  "exit-at-once": {
    start: (server) => exit(server, 3),
  },
  "exit-after-opening": {
    answer(server, request, response) {
      if (request.method !== "initialize" && request.method !== "server/discover") return false;
      server.send(response);
      return exit(server, 4);
    },
  },
  "ignore-eof-and-term": {
    start: (server) => server.host.refuseToEnd(),
  },
  "close-stdout": {
    start: (server) => server.host.refuseToEnd(),
    tools: { hush: { definition: object(), call: (server) => server.host.closeStdout() } },
  },
  "grandchild-holds-pipe": {
    tools: {
      abandon: {
        definition: object(),
        call(server) {
          server.host.startGrandchild();
          exit(server, 0);
        },
      },
    },
  },
  "single-instance": {
    start(server) {
      if (server.host.takeLock()) return;
      server.host.stderr("another instance is running\n");
      server.host.journal({ event: "locked-out" });
      server.host.exit(9);
    },
  },
  "stop-reading": {
    tools: {
      deafen: {
        definition: object({ exitAfterMs: { type: "number" } }),
        call(server, request, { exitAfterMs }) {
          server.text(request, "No more.");
          server.host.stopReading();
          if (exitAfterMs !== undefined) server.host.after(exitAfterMs, () => server.host.exit(5));
        },
      },
    },
  },
  "stderr-flood": {
    start: (server) => flood(server),
    message(server) {
      flood(server);
      return false;
    },
  },
  "leak-environment": {
    start: (server) => server.host.stderr(`${server.host.environment()}\n`),
    tools: {
      leak: {
        definition: object(),
        call(server) {
          server.host.stderr(`${server.host.environment()}\n`);
          server.host.exit(6);
        },
      },
    },
  },
};

/** Ends the process, with the script's own code and last words where it has some. True: nothing more to do. */
function exit(server, code) {
  const { exitCode = code, stderr = "fatal: scripted to end here\n" } = server.script;
  server.host.stderr(stderr);
  server.host.exit(exitCode);
  return true;
}

function flood(server) {
  const { bytes = 1024 * 1024 } = server.script;
  const line = `${"stderr ".repeat(20)}\n`;
  server.host.stderr(line.repeat(Math.ceil(bytes / line.length)));
}
