import { startScriptedHttpServer } from "@x/mcp-testing";
import { createParser } from "eventsource-parser";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createSseReader } from "../src/wire/sse-reader.ts";
import { callParams, recordedWire } from "./support/recorded-wire.ts";

const framings = [
  "lf",
  "cr",
  "crlf",
  "bom",
  "comments",
  "multi-line",
  "no-blank-line",
  "byte-by-byte",
] as const;

test.each(framings)("a stream framed with %s is read", async (framing) => {
  await using server = await startScriptedHttpServer({
    script: { era: "modern" },
    faults: [{ kind: "odd-sse", framing }],
  });
  await using client = await recordedWire(server.url);
  const outcome = await client.request("tools/call", callParams("modern", "echo", { text: "é 🎉" }));
  expect(outcome).toMatchObject({ answer: { result: { content: [{ text: "é 🎉" }] } } });
});

/** Reads chunks and gives back the data of the events. */
function read(chunks: readonly Uint8Array[], end: boolean): string[] {
  const events: string[] = [];
  const reader = createSseReader(createParser, {
    maxEventLength: 1_000_000,
    onEvent: ({ data }) => void events.push(data),
    onRetry: () => undefined,
  });
  for (const chunk of chunks) reader.feed(chunk);
  if (end) reader.end();
  return events;
}

test("an event that ends with lone carriage returns is there at once", () => {
  expect(read([Buffer.from("data: a\r\r")], false)).toEqual(["a"]);
});

test("however a stream is cut into chunks and whatever ends its lines, its events are the same", () => {
  const lineEnd = fc.constantFrom("\n", "\r", "\r\n");
  const event = fc.array(
    fc.string({ unit: "grapheme", maxLength: 8 }).map((s) => s.replace(/[\r\n\0]/g, "")),
    {
      minLength: 1,
      maxLength: 3,
    },
  );
  fc.assert(
    fc.property(
      fc.array(event, { maxLength: 5 }),
      lineEnd,
      fc.array(fc.nat(), { maxLength: 12 }),
      (events, end, cuts) => {
        const text = events
          .map((lines) => `${lines.map((line) => `data: ${line}${end}`).join("")}${end}`)
          .join("");
        const bytes = Buffer.from(text, "utf8");
        const places = [...cuts.map((cut) => cut % (bytes.length + 1)), 0, bytes.length].sort(
          (a, b) => a - b,
        );
        const chunks = places.slice(1).map((place, index) => bytes.subarray(places[index], place));
        expect(read(chunks, true)).toEqual(events.map((lines) => lines.join("\n")));
      },
    ),
  );
});
