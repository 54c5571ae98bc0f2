import { execFile } from "node:child_process";
import { rm } from "node:fs/promises";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { stagePackages } from "./fixtures/staged-packages.ts";

let staged = "";
beforeAll(async () => {
  staged = await stagePackages();
}, 120_000);
afterAll(() => rm(staged, { recursive: true }));

/** Runs a script in a Node whose own parent left descriptor 97 open, as the shell around a harness may. */
async function underLeakyParent(script: string): Promise<string> {
  const shell = 'exec 97<<<leaked; exec "$0" --input-type=module --eval "$1"';
  const { stdout } = await promisify(execFile)("bash", ["-c", shell, process.execPath, script], {
    cwd: staged,
  });
  return stdout.trim();
}

test("a program does not inherit what our own parent left open", async () => {
  const output = await underLeakyParent(`
    import { bwrapSandbox } from "@x/sandbox-bwrap";
    const session = await bwrapSandbox().open();
    const { stdout } = await session.exec({ command: "sh", args: ["-c", "cat /proc/self/fd/97 2>&1; echo end"] });
    await session.close();
    console.log(Buffer.from(stdout).toString());
  `);
  expect(output).not.toContain("leaked");
  expect(output).toContain("end");
});

test("a program on the host does inherit it, so the test above can fail", async () => {
  const output = await underLeakyParent(`
    import { runProcess } from "@x/sandbox-host/process";
    const command = { command: "cat", args: ["/proc/self/fd/97"], env: process.env, cwd: "/" };
    const { stdout } = await runProcess(command);
    for await (const chunk of stdout) process.stdout.write(chunk);
  `);
  expect(output).toBe("leaked");
});
