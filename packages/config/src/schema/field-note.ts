import { isolationLevels } from "./isolation-level.ts";

/** What a key of a declaration is for, and what to write; for editors and for messages. */
export interface FieldNote {
  readonly about: string;
  /** As it is written in a file. */
  readonly example: string;
}

/** By path, with dots. */
export const fieldNotes: Readonly<Record<string, FieldNote>> = {
  kind: { about: "How the server is reached.", example: '"stdio" or "streamable-http"' },
  command: {
    about: "The program: a name on the sandbox's PATH, or a path. No shell sees it.",
    example: '"npx"',
  },
  args: { about: "Its arguments, one string each.", example: '["-y", "some-server"]' },
  env: {
    about: "Its variables. Nothing of the host's environment comes along by itself.",
    example: '{ "API_KEY": "${API_KEY}" }',
  },
  envFile: {
    about:
      "A file of lines NAME=value with more variables; those of `env` win. A relative path starts at this file.",
    example: '"./.env"',
  },
  cwd: { about: "Where it runs. A relative path starts at this file.", example: '"./data"' },
  install: {
    about: "A step that puts the server into its sandbox.",
    example: '{ "command": "npm install some-server" }',
  },
  "install.command": { about: "A shell command of the operator.", example: '"npm install some-server"' },
  "install.cwd": { about: "Where it runs; the server runs there too.", example: '"/workspace"' },
  "install.env": { about: "Variables of this step alone.", example: '{ "CI": "1" }' },
  "install.timeoutMs": { about: "On a clock of its own. Default 300000.", example: "120000" },
  policy: {
    about: "What its sandbox must keep it from, on top of what the program that reads this asks for.",
    example: '{ "minimumIsolation": "container", "network": "none" }',
  },
  "policy.minimumIsolation": {
    about: "The weakest isolation that it may run in.",
    example: isolationLevels
      .map((level) => `"${level}"`)
      .join(", ")
      .replace(/, ([^,]*)$/, " or $1"),
  },
  "policy.network": { about: "Whether it may have a network.", example: '"none" or "any"' },
  stopGraceMs: { about: "From end of input to SIGKILL when it is stopped. Default 2000.", example: "2000" },
  oneShot: { about: "For sandboxes that keep no process.", example: '{ "concurrency": 2 }' },
  "oneShot.concurrency": { about: "Processes at once.", example: "2" },
  "oneShot.listTtlMs": { about: "How long the tool list is remembered. Default 60000.", example: "60000" },
  image: { about: "The container image, for whoever chooses the sandbox.", example: '"node:22"' },
  url: {
    about: "Of the MCP endpoint: https, or http on loopback.",
    example: '"https://mcp.example.com/mcp"',
  },
  headers: { about: "Sent with every request.", example: '{ "x-team": "docs" }' },
  auth: { about: "How to authorize.", example: '{ "mode": "bearer", "token": "${TOKEN}" }' },
  egress: { about: "What may be reached beside public https.", example: '{ "allow": ["db.internal:8443"] }' },
  "egress.allow": { about: "host:port of private addresses.", example: '["db.internal:8443"]' },
  legacySse: { about: "Try HTTP+SSE where Streamable HTTP is refused. Default true.", example: "false" },
  era: { about: "Which protocol to speak.", example: '"auto", "legacy" or "modern"' },
  validation: {
    about: "What to do with values that break a tool's schema.",
    example: '"throw", "warn" or "off"',
  },
  connectTimeoutMs: { about: "Default 30000.", example: "30000" },
  callTimeoutMs: { about: "Of a call without progress. Default 60000.", example: "60000" },
  totalTimeoutMs: { about: "Of a call whatever progress comes. Default 600000.", example: "600000" },
  resetTimeoutOnProgress: { about: "Default true.", example: "false" },
  probeTimeoutMs: {
    about: "How long the server may be silent when it is asked for its era.",
    example: "3000",
  },
  backoff: { about: "How a lost connection is made again.", example: '{ "maxAttempts": 5 }' },
  "backoff.initialDelayMs": { about: "Default 100.", example: "100" },
  "backoff.maxDelayMs": { about: "Default 5000.", example: "5000" },
  "backoff.factor": { about: "Default 2.", example: "2" },
  "backoff.maxAttempts": { about: "Default 5.", example: "5" },
  maxMessageBytes: { about: "Longest message of the server. Default 16 MiB.", example: "16777216" },
  disabled: { about: "Left out. Default false.", example: "true" },
  enabled: { about: "The opposite of disabled.", example: "false" },
  allowedTools: {
    about: "Only these of its tools; * stands for any run of characters.",
    example: '["read_*"]',
  },
  blockedTools: { about: "Not these of its tools.", example: '["delete_*"]' },
};

/** The keys that may stand at a path below the top of a declaration. */
export function knownKeysAt(path: readonly (string | number)[]): readonly string[] {
  const prefix = `${path.join(".")}.`;
  return Object.keys(fieldNotes)
    .filter((key) => key.startsWith(prefix))
    .map((key) => key.slice(prefix.length));
}
