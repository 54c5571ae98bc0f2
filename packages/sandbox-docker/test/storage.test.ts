import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { dockerSandbox } from "@x/sandbox-docker";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { clientOf } from "./engine/client.ts";
import { importShellImage } from "./engine/import-image.ts";
import { run, sh, shell, spawn, untilText } from "./fixtures/run.ts";

const engine = inject("engine");
const { socketPath = "", image } = engine ?? {};
const imageName = image?.name ?? "";
const make = (options: object = {}) => dockerSandbox({ image: imageName, socketPath, ...options });

describe.skipIf(engine === undefined)("the files of a session", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "x-mount-"));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test("are shared by its programs, also while they run, and by no other session", async () => {
    const sandbox = make();
    await using one = await sandbox.open();
    await using two = await sandbox.open();
    const waiting = await spawn(one, sh("until [ -s note ]; do sleep 0.05; done; cat note"));
    await run(one, sh("echo shared > note"));
    expect(await untilText(waiting.stdout, "\n")).toBe("shared\n");
    expect(await shell(two, "ls -A")).toBe("");
  });

  test("belong to the user that programs run as, whatever the image holds", async () => {
    if (image === undefined) return;
    const shellImage = await importShellImage(socketPath, image);
    for (const user of ["1000:1000", "4711:4712"]) {
      await using session = await make({ image: shellImage, user }).open();
      expect(await shell(session, "echo x > made && stat -c %u:%g . made")).toBe(`${user}\n${user}`);
    }
    await using named = await make({ image: shellImage, user: "sandbox" }).open();
    expect(await shell(named, "echo x > made && id -un && cat made")).toBe("sandbox\nx");
  });

  test("may be on a named volume that outlives the session and is shared", async () => {
    const name = `kept-${process.pid}`;
    const options = { volumes: [{ name, target: "/data" }] };
    const first = await make(options).open();
    expect(first.features.has("private-files")).toBe(false);
    await run(first, sh("echo one > /data/x.db"));
    await first.close();
    await using second = await make(options).open();
    await using third = await make({ volumes: [{ name, target: "/data", readOnly: true }] }).open();
    expect(await shell(second, "cat /data/x.db; echo two >> /data/x.db")).toBe("one");
    expect(await shell(third, "cat /data/x.db")).toBe("one\ntwo");
    expect((await run(third, sh("echo no >> /data/x.db"))).stderr).toMatch(/read-only/i);
    await Promise.all([second.close(), third.close()]);
    await make().sweep?.();
    await clientOf(socketPath).getVolume(name).remove();
  });

  test("may be mounted from the host, read-only unless told otherwise", async () => {
    await writeFile(join(folder, "given"), "from the host");
    const mounts = [
      { source: folder, target: "/given" },
      { source: folder, target: "/shared", readOnly: false },
    ];
    await using session = await make({ mounts, user: "0:0" }).open();
    expect(session.features.has("no-privileges")).toBe(false);
    expect(await shell(session, "cat /given/given")).toBe("from the host");
    expect((await run(session, sh("echo x > /given/new"))).stderr).toMatch(/read-only/i);
    await run(session, sh("echo back > /shared/new"));
    expect(await readFile(join(folder, "new"), "utf8")).toBe("back\n");
  });

  test("can be read and written from here, with the owner, the mode and the links that programs see", async () => {
    await using session = await make().open();
    const { files } = session;
    if (files === undefined) throw new Error("This session has no files.");
    const text = (path: string) => files.read(path).then((bytes) => Buffer.from(bytes).toString());
    await files.write("a/b/new", Buffer.from("x"));
    expect(await shell(session, "stat -c '%u:%g %a' a a/b a/b/new")).toBe(
      "1000:1000 755\n1000:1000 755\n1000:1000 644",
    );
    await run(
      session,
      sh(
        "echo '#!/bin/sh' > tool; chmod 700 tool a; ln -s a/b/new link; ln -s a folder; ln -s /etc/passwd out",
      ),
    );
    await files.write("tool", Buffer.from("#!/bin/sh\necho mine\n"));
    expect(await shell(session, "./tool; stat -c %a tool a")).toBe("mine\n700\n700");
    await files.write("link", Buffer.from("through the link"));
    await files.write("folder/b/other", Buffer.from("through the folder"));
    expect(await shell(session, "cat a/b/new; echo; cat a/b/other; readlink link")).toBe(
      "through the link\nthrough the folder" + "a/b/new",
    );
    expect(await text("out")).toContain("sandbox:x:1000");
    const big = Buffer.alloc(3_000_000, "big");
    await files.write("big", big);
    expect(Buffer.compare(await files.read("big"), big)).toBe(0);
    await expect(files.read("big", { maxBytes: 2_999_999 })).rejects.toMatchObject({ code: "output_limit" });
  });

  test("cannot be written outside the workdir, not even through a link", async () => {
    await using session = await make().open();
    await run(session, sh("ln -s /etc/passwd out; ln -s /etc folder; mkdir real; echo x > plain"));
    for (const path of ["/etc/new", "/new", "out", "folder/new"]) {
      await expect(session.files?.write(path, Buffer.from("x"))).rejects.toMatchObject({
        code: "file_failed",
      });
    }
    for (const path of ["real", "plain/below"]) {
      await expect(session.files?.write(path, Buffer.from("x"))).rejects.toMatchObject({
        code: "file_failed",
      });
    }
    await expect(session.files?.read("real")).rejects.toMatchObject({ code: "file_not_found" });
  });

  test("include the certificates that were handed in, and programs are told of them", async () => {
    const caBundle = "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n";
    await using session = await make({ caBundle }).open();
    const names = "$NODE_EXTRA_CA_CERTS $SSL_CERT_FILE $REQUESTS_CA_BUNDLE $PIP_CERT";
    expect(await shell(session, `cat ${names}`)).toBe(caBundle.repeat(4).trimEnd());
    expect((await run(session, sh('echo x >> "$SSL_CERT_FILE"'))).exitCode).not.toBe(0);
  });

  test("are said to be missing where a mount's source is", async () => {
    const mounts = [{ source: join(folder, "no-such"), target: "/given" }];
    await expect(make({ mounts }).open()).rejects.toMatchObject({ code: "unavailable" });
  });
});

describe.skipIf(engine === undefined)("the environment of a program", () => {
  test("is the image's, the sandbox's and the command's, the last one winning", async () => {
    const proxy = { http: "http://proxy.example:3128", noProxy: "localhost" };
    await using session = await make({ env: { A: "sandbox", B: "sandbox" }, proxy }).open();
    const { stdout } = await run(session, { command: "env", env: { B: "command" } });
    const variables = Object.fromEntries(
      stdout
        .trimEnd()
        .split("\n")
        .map((line) => line.split("=", 2)),
    );
    expect(variables).toMatchObject({
      A: "sandbox",
      B: "command",
      HOME: "/workspace",
      LANG: "C.UTF-8",
      HTTP_PROXY: proxy.http,
      http_proxy: proxy.http,
      NO_PROXY: "localhost",
    });
    expect(variables).not.toHaveProperty("HTTPS_PROXY");
  });

  test("decides where a program is looked for", async () => {
    await using session = await make().open();
    await run(session, sh("mkdir -p bin && printf '#!/bin/sh\\necho own' > bin/tool && chmod +x bin/tool"));
    await expect(spawn(session, { command: "tool" })).rejects.toMatchObject({
      code: "spawn_failed",
      detail: "ENOENT",
    });
    const env = { PATH: "/workspace/bin:/bin" };
    expect((await run(session, { command: "tool", env })).stdout).toBe("own\n");
    expect((await run(session, { command: "bin/tool" })).stdout).toBe("own\n");
    expect((await run(session, { command: "./tool", cwd: "bin" })).stdout).toBe("own\n");
    await run(session, sh("chmod -x bin/tool"));
    await expect(spawn(session, { command: "bin/tool" })).rejects.toMatchObject({
      code: "spawn_failed",
      detail: "EACCES",
    });
    await expect(spawn(session, { command: "./bin" })).rejects.toMatchObject({ detail: "EACCES" });
  });
});
