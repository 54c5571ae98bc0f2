import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { createJournal, scriptedServerCommand } from "@x/mcp-testing";
import { expect, test } from "vitest";

function start({
  command,
  args,
}: {
  command: string;
  args: readonly string[];
}): ChildProcessWithoutNullStreams {
  return spawn(command, [...args], { stdio: "pipe" });
}

const echo = {
  jsonrpc: "2.0",
  id: "e",
  method: "tools/call",
  params: { name: "echo", arguments: { text: "héllo" } },
};

test("the command starts a server that answers, writes its journal and ends at EOF", async () => {
  await using journal = await createJournal();
  const child = start(scriptedServerCommand({ journal: journal.path }));
  child.stdin.end(`${JSON.stringify(echo)}\n`);
  const output = await text(child.stdout);
  expect(JSON.parse(output)).toMatchObject({ id: "e", result: { content: [{ text: "héllo" }] } });
  expect((await journal.entries()).map(({ event }) => event)).toEqual(["start", "receive", "execute", "eof"]);
});

test("behind a shell the server is a grandchild", async () => {
  await using journal = await createJournal();
  const child = start(scriptedServerCommand({ journal: journal.path }, { wrapper: "sh" }));
  child.stdin.end();
  await once(child, "exit");
  const [entry] = await journal.of("start");
  expect(entry?.pid).toBeTypeOf("number");
  expect(entry?.pid).not.toBe(child.pid);
});

test("a second single-instance server is locked out while the first lives", async () => {
  await using journal = await createJournal();
  const command = scriptedServerCommand({
    mode: "single-instance",
    journal: journal.path,
    lock: `${journal.path}.lock`,
  });
  const first = start(command);
  first.stdin.write(`${JSON.stringify(echo)}\n`);
  await once(first.stdout, "data");
  const second = start(command);
  expect(await once(second, "exit")).toEqual([9, null]);
  first.stdin.end();
  await once(first, "exit");
  const third = start(command);
  third.stdin.end();
  expect(await once(third, "exit")).toEqual([0, null]);
  expect((await journal.of("start")).length).toBe(3);
});

test("a server told to crash loses nothing it wrote before", async () => {
  const child = start(scriptedServerCommand({ mode: "crash-in-call", exitCode: 41, stderr: "last words" }));
  const crash = { ...echo, id: "c", params: { name: "crash" } };
  child.stdin.write(`${JSON.stringify(echo)}\n${JSON.stringify(crash)}\n`);
  const [output, errors, exit] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "exit"),
  ]);
  expect(JSON.parse(output)).toMatchObject({ id: "e" });
  expect(errors).toBe("last words");
  expect(exit).toEqual([41, null]);
});

test("refusing to end means that only SIGKILL ends it", async () => {
  await using journal = await createJournal();
  const child = start(scriptedServerCommand({ mode: "ignore-eof-and-term", journal: journal.path }));
  child.stdin.write(`${JSON.stringify(echo)}\n`);
  await once(child.stdout, "data");
  child.stdin.end();
  child.kill("SIGTERM");
  await expect
    .poll(async () =>
      (await journal.entries())
        .map(({ event }) => event)
        .slice(-2)
        .sort(),
    )
    .toEqual(["eof", "sigterm"]);
  child.kill("SIGKILL");
  expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
});
