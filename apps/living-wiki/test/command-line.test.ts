import { expect, test } from "vitest";
import { readCommandLine } from "../src/command-line.ts";

test.each([
  [[], { run: "page", port: 0, serverFile: undefined }],
  [["--port", "4000", "--servers", "more.json"], { run: "page", port: 4000, serverFile: "more.json" }],
  [["--pages", "notes"], { run: "page", port: 0, serverFile: undefined, pages: "notes" }],
  [["--host"], { run: "page", port: 0, serverFile: undefined, sandbox: "host" }],
  [["--sandbox", "bwrap"], { run: "page", port: 0, serverFile: undefined, sandbox: "bwrap" }],
  [["--tour"], { run: "tour" }],
  [["--tour", "--sandbox", "docker"], { run: "tour", sandbox: "docker" }],
  [["--help"], { run: "help" }],
  [["--once", "a__b", '{"x":1}'], { run: "once", tool: "a__b", json: '{"x":1}' }],
  [["--once", "a__b", "--host"], { run: "once", tool: "a__b", json: "{}", sandbox: "host" }],
])("%j is %j", (args, command) => {
  expect(readCommandLine(args)).toEqual(command);
});

test.each([
  [["--prot", "4000"]],
  [["--port", "x"]],
  [["--port", "70000"]],
  [["--port", "-1"]],
  [["tour"]],
  [["--sandbox", "moon"]],
  [["--sandbox", "bwrap", "--host"]],
])("%j is answered with the usage", (args) => {
  expect(() => readCommandLine(args)).toThrow(/Usage:/);
});
