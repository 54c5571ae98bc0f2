// Servers that are late, or never come.

const none = { inputSchema: { type: "object" } };

export const timingModes = {
  "slow-start": {
    message(server, message) {
      if (server.awake || message.method === undefined) return false;
      server.asleep ??= [];
      server.asleep.push(message);
      if (server.asleep.length === 1) server.host.after(server.script.delayMs ?? 500, () => wake(server));
      return true;
    },
  },
  "silent-on-probe": {
    era: "legacy",
    message: (_server, { method }) => method === "server/discover",
  },
  "hang-on-opening": {
    message: (_server, { method }) => method === "initialize" || method === "server/discover",
  },
  "hang-on-list": {
    message: (_server, { method }) => method === "tools/list",
  },
  "hang-on-call": {
    tools: { hang: { definition: none, call: () => {} } },
  },
  "endless-progress": {
    tools: {
      work: {
        definition: none,
        call(server, request) {
          let progress = 0;
          const again = () => {
            progress += 1;
            server.progress(request, { progress, message: `Step ${progress}` });
            server.running.set(request.id, server.host.after(server.script.delayMs ?? 50, again));
          };
          again();
        },
      },
      // Goes on telling about its progress after it was cancelled, then answers all the same.
      stubborn: {
        definition: none,
        call(server, request) {
          server.host.after(server.script.delayMs ?? 50, () => server.progress(request, { progress: 1 }));
          server.host.after(2 * (server.script.delayMs ?? 50), () => server.text(request, "Done anyway."));
        },
      },
    },
  },
  "notification-flood": {
    answer(server, request, response) {
      if (request.method !== "tools/call") return false;
      for (let index = 0; index < (server.script.count ?? 10_000); index++)
        server.notify("notifications/message", { level: "info", data: `Notice ${index}` });
      server.send(response);
      return true;
    },
  },
};

function wake(server) {
  server.awake = true;
  for (const message of server.asleep) server.handle(message);
}
