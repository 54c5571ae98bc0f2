import { SandboxError } from "./error.ts";

/**
 * Makes a POSIX path absolute and free of `.` and `..`. A relative path starts at `base` and stays below it.
 *
 * @throws {SandboxError} `invalid_path` for an empty path, a NUL, or `..` that climbs too far
 */
export function resolvePath(path: string, base: string): string {
  if (typeof path !== "string") refuse("A path must be a string.");
  if (path === "" || path.includes("\0")) refuse("A path must not be empty or hold a NUL character.");
  const relative = !path.startsWith("/");
  const segments: string[] = [];
  for (const segment of path.split("/")) {
    if (segment === "" || segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) refuse('A path must not climb above its root with "..".');
  }
  const rest = segments.join("/");
  if (!relative) return `/${rest}`;
  return rest === "" ? base : `${base === "/" ? "" : base}/${rest}`;
}

/** The part of an absolute, resolved `path` below `root`: `.` for the root itself, `undefined` if outside. */
export function pathBelow(path: string, root: string): string | undefined {
  if (path === root) return ".";
  const prefix = root === "/" ? "/" : `${root}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : undefined;
}

function refuse(message: string): never {
  throw new SandboxError("invalid_path", { message });
}
