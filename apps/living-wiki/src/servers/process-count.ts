import type { FleetServer } from "./fleet-server.ts";

/** How many processes were started for these servers, and how many of them still run. */
export function countProcesses(servers: readonly FleetServer[]): {
  readonly started: number;
  readonly left: number;
} {
  const sum = (count: (server: FleetServer) => number): number =>
    servers.reduce((total, server) => total + count(server), 0);
  return {
    started: sum(({ watched }) => watched?.started ?? 0),
    left: sum(({ watched }) => watched?.running.length ?? 0),
  };
}
