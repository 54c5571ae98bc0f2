export { directoryFailed } from "./directory-failed.ts";
export { hostEnvironment } from "./host-environment.ts";
export type { ProcessEntry } from "./process-table.ts";
export type { ProcessTree } from "./process-tree.ts";
export { processTree } from "./process-tree.ts";
export type { HostProcess, RunProcessOptions } from "./run-process.ts";
export { runProcess } from "./run-process.ts";
export type { Workspace } from "./workspace.ts";
export { openWorkspace } from "./workspace.ts";
