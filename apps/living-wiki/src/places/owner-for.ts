import { type Stats, statSync } from "node:fs";
import path from "node:path";
import type { SeenPath } from "./place.ts";

/** A user and a group of this machine. */
export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/**
 * Whom programs must run as, where we are root, to see these paths: nobody in particular (undefined) where everybody
 * may read them and nothing is to be written, else the owner of the first path that others cannot use.
 */
export function ownerFor(
  sees: readonly SeenPath[],
  isRoot: boolean = process.getuid?.() === 0,
): Owner | undefined {
  if (!isRoot) return undefined;
  const closed = sees.find((seen) => !openToAll(seen));
  if (closed === undefined) return undefined;
  const { uid, gid } = statSync(closed.path);
  return { uid, gid };
}

function openToAll({ path: seen, writable = false }: SeenPath): boolean {
  const stats = look(seen);
  if (stats === undefined) return true; // what is not there is not bound
  const folder = stats.isDirectory();
  const wanted = (writable ? 0o2 : 0) | 0o4 | (folder ? 0o1 : 0);
  return (
    (stats.mode & wanted) === wanted && ancestors(seen).every((one) => ((look(one)?.mode ?? 0) & 0o1) !== 0)
  );
}

function ancestors(seen: string): readonly string[] {
  const parent = path.dirname(seen);
  return parent === seen ? [] : [parent, ...ancestors(parent)];
}

function look(seen: string): Stats | undefined {
  return statSync(seen, { throwIfNoEntry: false });
}
