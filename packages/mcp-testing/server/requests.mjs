// Requests of the server to its client (legacy era): an id of its own each, answered through `settle`.

export function createRequests(server) {
  const waiting = new Map();
  let last = 0;
  return {
    /** Sends a request; `answered` gets the whole response. Returns its id. */
    send(method, params, answered) {
      last += 1;
      const id = `server-${last}`;
      waiting.set(id, answered);
      server.send({ id, method, ...(params === undefined ? {} : { params }) });
      return id;
    },
    settle(response) {
      server.host.journal({ event: "answer", id: response.id });
      const answered = waiting.get(response.id);
      waiting.delete(response.id);
      answered?.(response);
    },
  };
}
