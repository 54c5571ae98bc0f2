import Docker from "dockerode";

/** A client of our own for what the tests themselves do on an engine. */
export function clientOf(socketPath: string): Docker {
  return new Docker({ socketPath });
}
