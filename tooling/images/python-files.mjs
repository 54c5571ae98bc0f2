// Python's packages. The image's own interpreter installs them, started through the image's own loader, so that
// neither a container nor a Python on this machine is needed.
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { run } from "./steps.mjs";

const loaders = { amd64: "lib64/ld-linux-x86-64.so.2", arm64: "lib/ld-linux-aarch64.so.1" };
const libraryFolders = { amd64: "x86_64-linux-gnu", arm64: "aarch64-linux-gnu" };
const requirements = new URL("./requirements.txt", import.meta.url);
const sqliteRequirements = new URL("./requirements-sqlite.txt", import.meta.url);
const sqliteFolder = "/usr/local/lib/mcp-server-sqlite";
const sqliteLauncher = `#!/usr/bin/python3
# The server was written for version 1 of the SDK, which lies beside it and is found first.
import sys
sys.path.insert(0, "${sqliteFolder}")
from mcp_server_sqlite import main
sys.exit(main())
`;
/** mcp-server-fetch reads pages with these where there is a Node, and would fetch them itself at its first call. */
const readability = ["@mozilla/readability@0.6.0", "jsdom@31.0.1", "minimist@1.2.8"];

/** The pinned packages, as text. */
export function planPython() {
  return [requirements, sqliteRequirements].map((file) => readFileSync(file, "utf8"));
}

/** Installs the pinned packages, gives `python` its short name, and compiles everything. */
export async function addPython({ architecture, python }, pipWheel, root) {
  const packages = path.join(root, `usr/local/lib/python${python}/dist-packages`);
  const bin = path.join(root, "usr/local/bin");
  const interpreter = imagePython({ architecture, python }, root);
  // pip is run out of its wheel: a wheel is a zip file, and Python runs those.
  const pip = [path.join(pipWheel, "pip"), "--disable-pip-version-check", "--no-cache-dir"];
  const options = ["--quiet", "--no-deps", "--no-compile", "--only-binary=:all:"];
  const install = (file, target) =>
    interpreter([...pip, "install", ...options, "--target", target, "-r", file.pathname]);
  await install(requirements, packages);
  moveScripts(packages, bin);
  await install(sqliteRequirements, path.join(root, sqliteFolder));
  rmSync(path.join(root, sqliteFolder, "bin"), { recursive: true });
  writeFileSync(path.join(bin, "mcp-server-sqlite"), sqliteLauncher, { mode: 0o755 });
  const scripts = path.join(packages, "readabilipy/javascript");
  await run("npm", ["install", "--silent", "--ignore-scripts", "--no-audit", "--no-fund", ...readability], {
    cwd: scripts,
  });
  symlinkSync(`python${python}`, path.join(root, "usr/bin/python3"));
  symlinkSync("python3", path.join(root, "usr/bin/python"));
  // Debian forbids `pip install` outside a virtual environment, for the sake of its own packages; here are none.
  rmSync(path.join(root, `usr/lib/python${python}/EXTERNALLY-MANAGED`), { force: true });
  // The root file system is read-only at run time, so nothing could be compiled later. The mode makes the result
  // independent of file times.
  const compile = ["-m", "compileall", "-q", "--invalidation-mode", "unchecked-hash", "-s", root];
  const folders = [path.join(root, `usr/lib/python${python}`), packages, path.join(root, sqliteFolder)];
  await interpreter([...compile, ...folders]);
}

function imagePython({ architecture, python }, root) {
  const libraries = ["lib", "usr/lib"].map((folder) => path.join(root, folder, libraryFolders[architecture]));
  const args = ["--library-path", libraries.join(":"), path.join(root, `usr/bin/python${python}`)];
  const env = { ...process.env, PYTHONHOME: path.join(root, "usr"), PYTHONHASHSEED: "0" };
  return (more) => run(path.join(root, loaders[architecture]), [...args, ...more], { env });
}

/** pip writes commands beside the packages and names the building interpreter in them. */
function moveScripts(packages, bin) {
  const folder = path.join(packages, "bin");
  for (const name of readdirSync(folder)) {
    const text = readFileSync(path.join(folder, name), "utf8");
    writeFileSync(path.join(bin, name), text.replace(/^#!.*/, "#!/usr/bin/python3"), { mode: 0o755 });
  }
  rmSync(folder, { recursive: true });
}
