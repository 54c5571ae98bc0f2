// What the image takes from Debian: the C library, a shell, Python's interpreter and standard library, and data.
// Packages are unpacked, never installed, so no root and no container is needed.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "./steps.mjs";

const systemLibraries = ["libc6", "libgcc-s1", "libstdc++6"];
const pythonLibraries = [
  "libbz2-1.0",
  "libcrypt1",
  "libexpat1",
  "libffi8",
  "liblzma5",
  "libncursesw6",
  "libreadline8",
  "libsqlite3-0",
  "libssl3",
  "libtinfo6",
  "libuuid1",
  "zlib1g",
];
const data = ["busybox-static", "ca-certificates", "media-types", "netbase", "tzdata"];
/** Only for the build: a pip that can install the newer one from PyPI. */
const pipWheel = "python3-pip-whl";
const unused = ["usr/share/doc", "usr/share/man", "usr/share/lintian", "usr/share/bug", "usr/share/locale"];

/** Name, version and architecture of every Debian package that goes in, as apt has them today. */
export async function planDebian() {
  // A machine that has never asked has no lists yet; only root can fetch them.
  const fetched = !/Candidate: \(none\)|^$/.test(await policy("busybox-static"));
  if (!fetched && process.getuid?.() === 0) await run("apt-get", ["-qq", "update"]);
  const python = /Candidate: (\d+\.\d+)\./.exec(await policy("python3"))?.[1];
  if (python === undefined) throw new Error("apt knows no python3. Run `apt-get update` first.");
  const names = [
    ...systemLibraries,
    ...pythonLibraries,
    `libpython${python}-minimal`,
    `libpython${python}-stdlib`,
    `python${python}-minimal`,
    `python${python}`,
    ...data,
    pipWheel,
  ];
  const architecture = (await run("dpkg", ["--print-architecture"])).trim();
  const packages = [];
  for (const name of names) {
    const version = /Candidate: (\S+)/.exec(await policy(name))?.[1];
    if (version === undefined || version === "(none)")
      throw new Error(`apt has no package ${name}. Run \`apt-get update\` first.`);
    packages.push({ name, version });
  }
  return { architecture, python, packages };
}

function policy(name) {
  return run("apt-cache", ["policy", name], { env: { ...process.env, LC_ALL: "C" } });
}

/** Downloads the planned packages and unpacks them into `root`. Resolves with the file of the build's pip. */
export async function addDebian({ packages }, root, workFolder) {
  const folder = path.join(workFolder, "debs");
  mkdirSync(folder);
  const wanted = packages.map(({ name, version }) => `${name}=${version}`);
  await run("apt-get", ["-o", "APT::Sandbox::User=root", "-qq", "download", ...wanted], { cwd: folder });
  const pipFolder = path.join(workFolder, "pip");
  for (const file of readdirSync(folder)) {
    const target = file.startsWith(`${pipWheel}_`) ? pipFolder : root;
    await run("dpkg-deb", ["-x", path.join(folder, file), target]);
  }
  for (const name of unused) rmSync(path.join(root, name), { recursive: true, force: true });
  bundleCertificates(root);
  const wheels = path.join(pipFolder, "usr/share/python-wheels");
  const wheel = readdirSync(wheels).find((name) => name.startsWith("pip-"));
  return path.join(wheels, wheel);
}

/** Debian makes this file in a post-install script, which an unpacked package does not run. */
function bundleCertificates(root) {
  const folder = path.join(root, "usr/share/ca-certificates/mozilla");
  const bundle = readdirSync(folder)
    .sort()
    .map((name) => readFileSync(path.join(folder, name), "utf8").trimEnd());
  mkdirSync(path.join(root, "etc/ssl/certs"), { recursive: true });
  writeFileSync(path.join(root, "etc/ssl/certs/ca-certificates.crt"), `${bundle.join("\n")}\n`);
}
