/** How far a sandbox keeps a program away from the host, as `IsolationLevel` of `@x/sandbox`, weakest first. */
export type McpIsolationLevel =
  | "none"
  | "virtual"
  | "os-policy"
  | "container"
  | "gvisor"
  | "microvm"
  | "remote";

/** Every level, in that order. Written down here, since reading a file needs no sandbox; a test compares the lists. */
export const isolationLevels: readonly McpIsolationLevel[] = [
  "none",
  "virtual",
  "os-policy",
  "container",
  "gvisor",
  "microvm",
  "remote",
];
