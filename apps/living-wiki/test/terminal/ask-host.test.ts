import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { bwrapPlace } from "../../src/places/bwrap-place.ts";
import { hostPlace } from "../../src/places/host-place.ts";
import type { Place } from "../../src/places/place.ts";
import { findPlaces, type Places } from "../../src/places/places.ts";
import { askForHost } from "../../src/terminal/ask-host.ts";

const away: Place = {
  ...bwrapPlace(),
  sandbox: () => ({
    id: "bwrap",
    isolation: "os-policy",
    open: () => Promise.reject(new Error("There is no bwrap.")),
  }),
};

/** A terminal on which somebody types this. */
function terminal(typed: string, isTTY = true) {
  const input = Object.assign(new PassThrough(), { isTTY });
  const out = Object.assign(new PassThrough(), { isTTY });
  let shown = "";
  let answered = typed === "";
  out.on("data", (chunk) => {
    shown += String(chunk);
    // Once: what is typed is echoed here.
    if (answered || !shown.includes("[y/N]")) return;
    answered = true;
    input.write(typed);
  });
  const streams = { input, out } as unknown as { input: NodeJS.ReadStream; out: NodeJS.WriteStream };
  return { ...streams, shown: () => shown };
}

const { signal } = new AbortController();
const bare = (): Promise<Places> => findPlaces({ places: [away, hostPlace()] });

describe("in a terminal, where nothing isolates", () => {
  test("a person is told why and asked, and yes allows the host", async () => {
    await using places = await bare();
    const { input, out, shown } = terminal("y\n");
    await askForHost(places, { input, out, signal });
    expect(places.hostAllowed).toBe(true);
    expect(shown()).toContain("bubblewrap: There is no bwrap.");
  });

  test.each(["n\n", "\n", "host\n"])("%j does not", async (typed) => {
    await using places = await bare();
    const { input, out } = terminal(typed);
    await expect(askForHost(places, { input, out, signal })).rejects.toThrow("Nothing was started.");
    expect(places.hostAllowed).toBe(false);
  });

  test("the question ends with the app", async () => {
    await using places = await bare();
    const { input, out } = terminal("");
    const ending = new AbortController();
    out.once("data", () => ending.abort());
    await expect(askForHost(places, { input, out, signal: ending.signal })).rejects.toThrow();
    expect(places.hostAllowed).toBe(false);
  });

  test("where nobody can be asked, what to add is said", async () => {
    await using places = await bare();
    const { input, out } = terminal("y\n", false);
    await expect(askForHost(places, { input, out, signal })).rejects.toThrow(/add --host/);
  });

  test("nobody is asked twice, nor where something isolates", async () => {
    await using places = await findPlaces({ places: [hostPlace()], wanted: "host" });
    const { input, out, shown } = terminal("n\n");
    await askForHost(places, { input, out, signal });
    expect(shown()).toBe("");
  });
});
