import type { Places } from "../places/places.ts";

/** What servers run in, in one line. */
export function sandboxLine(places: Places): string {
  const { id, isolation, label } = places.get(places.chosen);
  const how = `Sandbox: ${id} (isolation: ${isolation}).`;
  if (id !== "host") return `${how} The servers run in ${label}.`;
  return places.hostAllowed
    ? `${how} The servers run as your user.`
    : `${how} Nothing isolates servers here; the page asks whether they may run as your user.`;
}
