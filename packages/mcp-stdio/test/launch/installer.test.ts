import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createJournal } from "@x/mcp-testing";
import type { SandboxSession } from "@x/sandbox";
import { hostSandbox } from "@x/sandbox-host";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createInstaller, type InstallRequest } from "../../src/launch/installer.ts";
import { createRedactor } from "../../src/stderr/redactor.ts";

let session: SandboxSession;
let log: string;
let journal: Awaited<ReturnType<typeof createJournal>>;
beforeEach(async () => {
  session = await hostSandbox({ allowHostExecution: true }).open();
  journal = await createJournal();
  log = join(journal.path, "..", "runs");
  await writeFile(log, "");
});
afterEach(async () => {
  await session.close();
  await journal[Symbol.asyncDispose]();
});

const request = (signal = new AbortController().signal): InstallRequest => ({
  serverId: "s",
  redact: createRedactor({ envs: [{ TOKEN: "canary-canary" }], args: [] }),
  signal,
});
const runs = async (): Promise<number> => (await readFile(log, "utf8")).split("\n").length - 1;

test("twenty parallel callers share one run, and later ones find it done", async () => {
  const installer = createInstaller();
  const install = { command: `echo run >> "${log}"; sleep 0.2` };
  await Promise.all(Array.from({ length: 20 }, () => installer.run(session, install, request())));
  await installer.run(session, install, request());
  expect(await runs()).toBe(1);
});

test("another session runs it again", async () => {
  const installer = createInstaller();
  const install = { command: `echo run >> "${log}"` };
  const other = await hostSandbox({ allowHostExecution: true }).open();
  await Promise.all([session, other].map((each) => installer.run(each, install, request())));
  expect(await runs()).toBe(2);
  await other.close();
});

test("a failed run is forgotten and told with exit code and redacted last words", async () => {
  const installer = createInstaller();
  const install = {
    command: `echo run >> "${log}"; echo "bad canary-canary here" >&2; exit $((4 - $(wc -l < "${log}") * 2))`,
  };
  const failure = installer.run(session, install, request());
  await expect(failure).rejects.toMatchObject({
    code: "connect_failed",
    phase: "connect",
    outcome: "not-sent",
    exitCode: 2,
    stderrTail: "bad [redacted] here\n",
  });
  await expect(failure).rejects.toThrow(/exited with code 2.*\n?.*bad \[redacted\] here/s);
  await installer.run(session, install, request());
  expect(await runs()).toBe(2);
});

test("its deadline is its own and ends the whole tree", async () => {
  const install = { command: `echo run >> "${log}"; sleep 60 & sleep 60`, timeoutMs: 300 };
  await expect(createInstaller().run(session, install, request())).rejects.toMatchObject({
    code: "timeout",
    deadline: "install",
    timeoutMs: 300,
  });
});

test("a caller that gives up leaves the run to the others", async () => {
  const installer = createInstaller();
  const install = { command: `echo run >> "${log}"; sleep 0.4` };
  const impatient = new AbortController();
  const left = installer.run(session, install, request(impatient.signal));
  const stayed = installer.run(session, install, request());
  impatient.abort(new Error("no patience"));
  await expect(left).rejects.toMatchObject({ code: "cancelled" });
  await stayed;
  expect(await runs()).toBe(1);
});

test("the last caller that gives up ends the run, and the next one starts anew", async () => {
  const installer = createInstaller();
  const install = { command: `echo run >> "${log}"; [ $(wc -l < "${log}") -gt 1 ] || sleep 60` };
  const impatient = new AbortController();
  const left = installer.run(session, install, request(impatient.signal));
  await expect.poll(runs).toBe(1);
  impatient.abort();
  await expect(left).rejects.toMatchObject({ code: "cancelled" });
  await installer.run(session, install, request());
  expect(await runs()).toBe(2);
});

test("it runs in its own directory with its own variables", async () => {
  await session.exec?.({ command: "mkdir", args: ["place"] });
  const install = { command: `echo "$PWD $NAME" > "${log}"`, cwd: "place", env: { NAME: "value" } };
  await createInstaller().run(session, install, request());
  expect(await readFile(log, "utf8")).toMatch(/\/place value\n$/);
});
