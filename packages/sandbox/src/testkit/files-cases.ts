import assert from "node:assert/strict";
import type { ContractCase, ContractKit } from "./contract-kit.ts";
import { rejectsWith } from "./rejects-with.ts";
import { decode, encode, output } from "./streams.ts";

/** Files inside a session. */
export function filesCases(kit: ContractKit): ContractCase[] {
  const { define, open, programs } = kit;
  return [
    define("F01", "reads back what was written", ["files"], async () => {
      await using session = await open();
      await session.files.write("a dir/-b 'c'\n", encode("first, and longer"));
      await session.files.write("a dir/-b 'c'\n", encode("short ünï©ode"));
      const path = `${session.workdir}/a dir/-b 'c'\n`;
      assert.equal(decode(await session.files.read(path)), "short ünï©ode");
      assert.equal(decode(await session.files.read("./a dir/-b 'c'\n")), "short ünï©ode");
      await rejectsWith(session.files.read(path, { maxBytes: 3 }), "output_limit");
    }),
    define("F01b", "reads back every byte value", ["files", "binary"], async () => {
      await using session = await open();
      const data = Uint8Array.from({ length: 100_000 }, (_, index) => (index * 31) & 255);
      await session.files.write("data", data);
      assert.ok(Buffer.from(await session.files.read("data")).equals(data));
    }),
    define("F02", "lists a directory and removes what is in it", ["files"], async () => {
      await using session = await open();
      for (const path of ["d/one", "d/.two", "d/sub/three"]) await session.files.write(path, encode(path));
      assert.deepEqual(await session.files.list("d"), [
        { name: ".two", type: "file" },
        { name: "one", type: "file" },
        { name: "sub", type: "directory" },
      ]);
      await session.files.remove("d/sub");
      await session.files.remove("d/one");
      assert.deepEqual(await session.files.list(`${session.workdir}/d`), [{ name: ".two", type: "file" }]);
    }),
    define("F03", "tells a missing file and a bad path", ["files"], async () => {
      await using session = await open();
      await rejectsWith(session.files.read("none"), "file_not_found");
      await rejectsWith(session.files.list("none"), "file_not_found");
      await rejectsWith(session.files.remove("none"), "file_not_found");
      await rejectsWith(session.files.read("../up"), "invalid_path");
      await rejectsWith(session.files.write("a\0b", encode("x")), "invalid_path");
      await rejectsWith(session.files.read("", {}), "invalid_path");
    }),
    define("F04", "shows programs the same files", ["files", "exec", "exec-stdin"], async () => {
      await using session = await open();
      await session.files.write("from-us", encode("hello"));
      assert.equal(await output(session, programs.readFile("from-us")), "hello");
      await session.exec(programs.writeFile("from-it"), { stdin: encode("hi") });
      assert.equal(decode(await session.files.read("from-it")), "hi");
    }),
  ];
}
