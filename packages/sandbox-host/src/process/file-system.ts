import type { RmOptions, Stats } from "node:fs";
import { fs } from "./node-builtins.ts";

/** The few file operations of a session, from the callbacks of `fs`: `fs/promises` is what must not be loaded. */
export const mkdtemp = (prefix: string): Promise<string> => settled((done) => fs.mkdtemp(prefix, done));

export const realpath = (path: string): Promise<string> => settled((done) => fs.realpath(path, done));

export const remove = (path: string, options: RmOptions): Promise<void> =>
  settled((done) => fs.rm(path, options, done));

export const stat = (path: string): Promise<Stats> => settled((done) => fs.stat(path, done));

function settled<T>(
  start: (done: (error: NodeJS.ErrnoException | null, value?: T) => void) => void,
): Promise<T> {
  return new Promise((resolve, reject) => {
    start((error, value) => (error === null ? resolve(value as T) : reject(error)));
  });
}
