import { McpAuthError } from "@x/mcp-core";
import type { SecretInput, SecretReaders } from "./secret-input.ts";

/**
 * Gets a secret. One line end behind it, as files and variables have, is dropped.
 *
 * @throws McpAuthError (`config_invalid`) where there is none; the message names its source, never a value.
 */
export async function resolveSecret(
  input: SecretInput,
  readers: SecretReaders,
  serverId: string | undefined,
): Promise<string> {
  if (typeof input === "string") return required(input, "the declaration", serverId);
  if (typeof input === "function") return required(await input(), "the function that gives it", serverId);
  if ("env" in input)
    return required(readVariable(input.env, readers, serverId), `the variable ${input.env}`, serverId);
  const read = readers.file ?? readFile;
  try {
    return required(await read(input.file), `the file ${input.file}`, serverId);
  } catch (error) {
    if (error instanceof McpAuthError) throw error;
    throw invalid(`the file ${input.file} could not be read.`, serverId, error);
  }
}

function readVariable(
  name: string,
  { env }: SecretReaders,
  serverId: string | undefined,
): string | undefined {
  if (env !== undefined) return env(name);
  throw invalid(
    `the variable ${name} cannot be read, since no reader was given: pass env: (name) => process.env[name].`,
    serverId,
  );
}

function required(value: unknown, source: string, serverId: string | undefined): string {
  const secret = typeof value === "string" ? value.replace(/\r?\n$/, "") : "";
  if (secret === "") throw invalid(`${source} holds none.`, serverId);
  return secret;
}

function invalid(problem: string, serverId: string | undefined, cause?: unknown): McpAuthError {
  return new McpAuthError({
    authCode: "config_invalid",
    message: `There is no secret to authorize with: ${problem}`,
    phase: "config",
    retry: "after-user",
    serverId,
    outcome: "not-sent",
    cause,
  });
}

async function readFile(path: string): Promise<string> {
  const fs = await import("node:fs/promises");
  return fs.readFile(path, "utf8");
}
