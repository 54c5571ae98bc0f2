import { expect, test } from "vitest";
import { readCommandLine } from "../src/command-line.ts";

test.each([
  [[], { run: "page", port: 0, serverFile: undefined }],
  [["--port", "4000", "--servers", "more.json"], { run: "page", port: 4000, serverFile: "more.json" }],
  [["--tour"], { run: "tour" }],
  [["--help"], { run: "help" }],
  [["--once", "a__b", '{"x":1}'], { run: "once", tool: "a__b", json: '{"x":1}' }],
  [["--once", "a__b"], { run: "once", tool: "a__b", json: "{}" }],
])("%j is %j", (args, command) => {
  expect(readCommandLine(args)).toEqual(command);
});

test.each([[["--prot", "4000"]], [["--port", "x"]], [["--port", "70000"]], [["--port", "-1"]], [["tour"]]])(
  "%j is answered with the usage",
  (args) => {
    expect(() => readCommandLine(args)).toThrow(/Usage:/);
  },
);
