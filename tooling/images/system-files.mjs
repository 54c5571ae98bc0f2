// The handful of files that make a folder of programs a system: users, name lookup, a shell with its commands.
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "./steps.mjs";

const userId = 1000;
const files = {
  "etc/passwd": `root:x:0:0:root:/root:/bin/sh\nsandbox:x:${userId}:${userId}:sandbox:/workspace:/bin/sh\n`,
  "etc/group": `root:x:0:\nsandbox:x:${userId}:\n`,
  "etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files dns\n",
  "etc/os-release": 'ID=debian\nNAME="MCP sandbox"\n',
};
// A program of the image's own is not to be hidden by a command of busybox.
const keepFrom = ["busybox"];

/** The configuration that an engine keeps beside the files. */
export const imageConfig = {
  workdir: "/workspace",
  user: `${userId}:${userId}`,
  env: {
    PATH: "/usr/local/bin:/usr/bin:/bin",
    LANG: "C.UTF-8",
    HOME: "/workspace",
    SSL_CERT_FILE: "/etc/ssl/certs/ca-certificates.crt",
  },
};

export async function addSystem(root) {
  for (const folder of ["bin", "dev", "etc", "proc", "root", "run", "sys", "tmp", "var/tmp"])
    mkdirSync(path.join(root, folder), { recursive: true });
  for (const folder of ["tmp", "var/tmp"]) chmodSync(path.join(root, folder), 0o1777);
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(root, name), text);
  const applets = (await run(path.join(root, "bin/busybox"), ["--list"])).split("\n");
  for (const name of applets.filter((applet) => applet !== "" && !keepFrom.includes(applet)))
    symlinkSync("busybox", path.join(root, "bin", name));
  // Scripts name their interpreter as /usr/bin/env.
  symlinkSync("../../bin/busybox", path.join(root, "usr/bin/env"));
}

/** One archive of `root`, the same bytes for the same files. */
export async function packSystem(root, archive, workFolder) {
  const stable = ["--sort=name", "--mtime=@0", "--numeric-owner", "--format=posix"];
  const noTimes = "--pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime";
  await run("tar", [...stable, noTimes, "--owner=0", "--group=0", "-cf", archive, "-C", root, "."]);
  // The one folder that belongs to the sandbox's user.
  const own = path.join(workFolder, "own");
  mkdirSync(path.join(own, "workspace"), { recursive: true });
  const owner = [`--owner=${userId}`, `--group=${userId}`];
  await run("tar", [...stable, noTimes, ...owner, "-rf", archive, "-C", own, "./workspace"]);
}
