// The environment every command of the workspace runs in.
import path from "node:path";

/** No tool of ours reports to anybody, and none asks for an upgrade. */
const quiet = {
  TURBO_TELEMETRY_DISABLED: "1",
  TURBO_NO_UPDATE_NOTIFIER: "1",
  DO_NOT_TRACK: "1",
  NO_UPDATE_NOTIFIER: "1",
  npm_config_update_notifier: "false",
};

/**
 * The caller's environment with telemetry off, and with these first on PATH: the pinned pnpm (turbo and
 * publint look for it there), this very Node, and the workspace's binaries.
 */
export function workspaceEnvironment(root, pnpmFolder) {
  const own = [pnpmFolder, path.dirname(process.execPath), path.join(root, "node_modules", ".bin")];
  const inherited = (process.env.PATH ?? "").split(path.delimiter);
  const entries = [...new Set([...own, ...inherited].filter((entry) => entry !== undefined && entry !== ""))];
  return { ...process.env, ...quiet, PATH: entries.join(path.delimiter) };
}

/** The caller's environment with telemetry off, for what runs before pnpm is known. */
export function plainEnvironment() {
  return { ...process.env, ...quiet };
}
