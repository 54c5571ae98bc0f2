// node tooling/ci/system-packages.mjs — installs the programs that tests need as real parts, from Debian's packages,
// on a machine of CI. Anywhere else it only says what is missing.
import { spawnSync } from "node:child_process";
import { findCommand } from "../real-parts.js";

/** Program → the Debian package that brings it. The one list of what tests need beyond Node and npm. */
const packageOf = {
  bwrap: "bubblewrap",
  chromium: "chromium",
  catatonit: "catatonit",
  dockerd: "docker.io",
  "docker-registry": "docker-registry",
  podman: "podman",
  "redis-server": "redis-server",
  runsc: "runsc",
  ps: "procps",
  ip: "iproute2",
};

const missing = Object.keys(packageOf).filter((command) => findCommand(command) === undefined);
const names = missing.map((command) => packageOf[command]);

if (missing.length === 0) console.log(`All here: ${Object.keys(packageOf).join(", ")}.`);
else if (!process.env.CI) console.log(`Missing: ${names.join(", ")}. Only CI installs them (set CI=true).`);
else if (process.getuid?.() !== 0)
  console.log(`Missing: ${names.join(", ")}. Not installed: this is not root.`);
else if (findCommand("apt-get") === undefined)
  console.log(`Missing: ${names.join(", ")}. Not installed: this machine has no apt-get.`);
else install(names);

function install(packages) {
  console.log(`Installing ${packages.join(", ")} …`);
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", ...packages);
}

function apt(...args) {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const { status } = spawnSync("apt-get", args, { env, stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`apt-get ${args.join(" ")} failed (exit code ${status}).`);
}
