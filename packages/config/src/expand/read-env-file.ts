import { open } from "node:fs/promises";
import { parseEnv } from "node:util";

/** Files of variables are short; whatever is larger is something else. */
const maxBytes = 1024 * 1024;

/** The variables of a file, or why they cannot be read, without a value. */
export type EnvFile = { readonly variables: Readonly<Record<string, string>> } | { readonly problem: string };

/** Reads a file of lines `NAME=value`, as `node --env-file` does. */
export async function readEnvFile(file: string): Promise<EnvFile> {
  let text: string;
  try {
    text = await readStart(file);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : "unknown reason";
    return { problem: `the file of variables cannot be read (${reason}). Check its path and permissions.` };
  }
  if (Buffer.byteLength(text) > maxBytes)
    return { problem: `the file of variables is longer than ${maxBytes} bytes, which none is.` };
  const entries = Object.entries(parseEnv(text.replace(/^\uFEFF/, "")));
  return { variables: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])) };
}

/** No more than is looked at; and of a device or a pipe, which may have no end, nothing. */
async function readStart(file: string): Promise<string> {
  const handle = await open(file, "r");
  try {
    if (!(await handle.stat()).isFile()) throw Object.assign(new Error("not a file"), { code: "EINVAL" });
    const buffer = Buffer.alloc(maxBytes + 1);
    const { bytesRead } = await handle.read(buffer, 0, buffer.length, 0);
    return buffer.toString("utf8", 0, bytesRead);
  } finally {
    await handle.close();
  }
}
