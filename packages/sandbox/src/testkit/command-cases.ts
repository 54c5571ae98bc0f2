import assert from "node:assert/strict";
import type { ContractCase, ContractKit } from "./contract-kit.ts";
import { withHostCanary } from "./host-canary.ts";
import { decode, encode, output } from "./streams.ts";

/** What most profiles set, and a caller may want otherwise. */
const given = "/given/by/the/caller:/usr/local/bin:/usr/bin:/bin";

/** What goes into a command. */
export function commandCases(kit: ContractKit): ContractCase[] {
  const { define, open, programs } = kit;
  return [
    define("T05", "passes stdin, then EOF", ["exec", "exec-stdin"], async () => {
      await using session = await open();
      const text = "line with ünï©ode 🧪\r\n\0\x07".repeat(8000);
      const { stdout, exitCode } = await session.exec(programs.cat(), { stdin: encode(text) });
      assert.equal(exitCode, 0);
      assert.ok(decode(stdout) === text, "the text comes back unchanged");
    }),
    define("T05b", "passes stdin byte for byte", ["exec", "exec-stdin", "binary"], async () => {
      await using session = await open();
      const stdin = Uint8Array.from({ length: 200_000 }, (_, index) => (index * 7 + (index >> 8)) & 255);
      const { stdout } = await session.exec(programs.cat(), { stdin });
      assert.ok(Buffer.from(stdout).equals(stdin), "the bytes come back unchanged");
    }),
    define("T06", "gives EOF at once where there is no stdin", ["exec"], async () => {
      await using session = await open();
      const result = await session.exec(programs.cat(), { timeoutMs: 20_000 });
      assert.equal(result.reason, "exited");
      assert.equal(result.stdout.length, 0);
    }),
    define("T07", "hands every argument over as it is, with no shell in between", ["exec"], async () => {
      await using session = await open();
      const args = [
        "two words",
        "",
        `'"\`\\`,
        "$(echo no) $HOME `id`",
        "line\nbreak\ttab",
        "-n",
        "--",
        "*",
        "~",
        "a;b|c&d>e<f",
        "!history %s ünï©ode 🧪",
        "trailing\\",
      ];
      assert.deepEqual((await output(session, programs.args(args))).split("\0").slice(0, -1), args);
    }),
    define(
      "T08",
      "runs in the directory it is given, by default in the workdir",
      ["exec", "files"],
      async () => {
        await using session = await open();
        await session.files.write("sub/dir/f", encode("deep"));
        assert.equal(await output(session, programs.readFile("sub/dir/f")), "deep");
        const cwd = `${session.workdir}/sub`;
        assert.equal(await output(session, { ...programs.readFile("dir/f"), cwd }), "deep");
        assert.equal(await output(session, { ...programs.readFile("f"), cwd: "sub/dir" }), "deep");
      },
    ),
    define("T08b", "gives the variables it is told to, and none of the host's own", ["exec"], async () => {
      await using session = await open();
      await withHostCanary(async (name, value) => {
        const env = { GIVEN: "a b=c '\"$x\nnext", EMPTY: "" };
        const lines = await output(session, { ...programs.env(), env });
        assert.ok(lines.includes(`GIVEN=${env.GIVEN}\n`), "the given variable");
        assert.ok(lines.includes("EMPTY=\n"), "the empty variable");
        assert.ok(!lines.includes(name) && !lines.includes(value), "no variable of the host");
      });
    }),
    define("T08c", "lets the given variables win over a shell's profile", ["exec"], async () => {
      await using session = await open();
      const lines = await output(session, { ...programs.env(), env: { PATH: given } });
      assert.ok(lines.split("\n").includes(`PATH=${given}`), "the given PATH");
    }),
  ];
}
