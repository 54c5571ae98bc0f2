import type { ZodObject, ZodType } from "zod";
import { fieldNotes } from "./field-note.ts";
import { isolationLevels } from "./isolation-level.ts";

type Zod = typeof import("zod").z;

/** The shape of an entry, by kind. */
export interface ServerSchemas {
  readonly stdio: ZodObject;
  readonly "streamable-http": ZodObject;
  /** Of a server, and of a whole file. */
  readonly policy: ZodObject;
}

/** Builds the shapes; the library is loaded by the caller, when the first file is read. */
export function serverSchemas(z: Zod): ServerSchemas {
  const text = z.string().min(1);
  const positive = z.number().positive();
  // YAML reads an unquoted 8080 or true as what it looks like; both can only mean their text.
  const word = z.union([z.string(), z.number(), z.boolean()]);
  const words = z.array(word);
  const record = z.record(z.string(), word);
  const optional = (fields: Readonly<Record<string, ZodType>>, under = ""): Record<string, ZodType> =>
    Object.fromEntries(
      Object.entries(fields).map(([key, type]) => [key, described(type.optional(), under + key)]),
    );
  const group = (under: string, fields: Readonly<Record<string, ZodType>>, required = {}): ZodObject =>
    z.strictObject({ ...required, ...optional(fields, `${under}.`) });

  const shared = optional({
    era: z.enum(["auto", "legacy", "modern"]),
    validation: z.enum(["throw", "warn", "off"]),
    connectTimeoutMs: positive,
    callTimeoutMs: positive,
    totalTimeoutMs: positive,
    resetTimeoutOnProgress: z.boolean(),
    probeTimeoutMs: positive,
    backoff: group("backoff", {
      initialDelayMs: positive,
      maxDelayMs: positive,
      factor: positive,
      maxAttempts: positive,
    }),
    maxMessageBytes: positive,
    disabled: z.boolean(),
    enabled: z.boolean(),
    allowedTools: z.array(text),
    blockedTools: z.array(text),
  });
  const install = group(
    "install",
    { cwd: text, env: record, timeoutMs: positive },
    { command: described(text, "install.command") },
  );
  const policy = group("policy", {
    minimumIsolation: z.enum(isolationLevels),
    network: z.enum(["none", "any"]),
  });
  return {
    policy,
    stdio: z.strictObject({
      kind: described(z.literal("stdio"), "kind"),
      command: described(text, "command"),
      ...optional({
        args: words,
        env: record,
        envFile: text,
        cwd: text,
        install,
        policy,
        image: text,
        stopGraceMs: positive,
      }),
      ...optional({ oneShot: group("oneShot", { concurrency: positive, listTtlMs: positive }) }),
      ...shared,
    }),
    "streamable-http": z.strictObject({
      kind: described(z.literal("streamable-http"), "kind"),
      url: described(text, "url"),
      ...optional({ headers: record, auth: z.record(z.string(), z.unknown()), legacySse: z.boolean() }),
      ...optional({ egress: group("egress", { allow: z.array(text) }) }),
      ...shared,
    }),
  };
}

function described<T extends ZodType>(type: T, path: string): T {
  const note = fieldNotes[path];
  return note === undefined ? type : type.describe(`${note.about} Write ${note.example}.`);
}
