/**
 * The isolation levels of `@x/sandbox`, weakest first. Written down here, since reading a file needs no sandbox; a test
 * holds the two lists to each other.
 */
export const isolationLevels = [
  "none",
  "virtual",
  "os-policy",
  "container",
  "gvisor",
  "microvm",
  "remote",
] as const;

/** How far a sandbox keeps a program away from the host. */
export type IsolationLevel = (typeof isolationLevels)[number];
