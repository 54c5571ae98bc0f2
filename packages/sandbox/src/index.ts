export type {
  AiSdkProcess,
  AiSdkReadable,
  AiSdkSandboxSession,
  AiSdkSpawnOptions,
  AiSdkWritable,
} from "./ai-sdk-sandbox.ts";
export type { AutoSandbox, AutoSandboxOptions } from "./auto-sandbox.ts";
export { autoSandbox } from "./auto-sandbox.ts";
export type { AutoSandboxCandidate, AutoSandboxReport } from "./auto-sandbox-choice.ts";
export type { ByteQueue, ByteQueueOptions } from "./byte-queue.ts";
export { createByteQueue, pump } from "./byte-queue.ts";
export { checkSandboxOptions } from "./check-sandbox-options.ts";
export type { CheckedCommand, Command } from "./command.ts";
export { checkCommand } from "./command.ts";
export type { ProcessEnd, ProcessParts } from "./create-process.ts";
export { createProcess } from "./create-process.ts";
export type { SessionParts } from "./create-session.ts";
export { createSession } from "./create-session.ts";
export type { Timer } from "./deadline.ts";
export type { SandboxErrorCode, SandboxErrorInit } from "./error.ts";
export { cancelledError, isSandboxError, SandboxError, SandboxNoExecutorError } from "./error.ts";
export { execFromSpawn } from "./exec-from-spawn.ts";
export type { SandboxFeature } from "./feature.ts";
export { sandboxFeatures } from "./feature.ts";
export type { SandboxFileEntry, SandboxFiles } from "./files.ts";
export { filesFromExec } from "./files-from-exec.ts";
export type { ForeignSandboxOptions } from "./foreign-options.ts";
export { fromAiSdkSandbox } from "./from-ai-sdk-sandbox.ts";
export { fromSeedSession } from "./from-seed-session.ts";
export type { IsolationLevel } from "./isolation.ts";
export { compareIsolation, isolationLevels, meetsIsolation, requireIsolation } from "./isolation.ts";
export type { MemoryBackend } from "./memory-backend.ts";
export type { MemoryIo, MemoryProgram } from "./memory-program.ts";
export type { MemorySandbox, MemorySandboxOptions } from "./memory-sandbox.ts";
export { memorySandbox } from "./memory-sandbox.ts";
export { pathBelow, resolvePath } from "./path.ts";
export type { SandboxPolicy } from "./policy.ts";
export { combinedPolicy, requirePolicy } from "./policy.ts";
export type { ExecResult, ProcessExit, ProcessExitReason, SandboxProcess } from "./process.ts";
export { quoteArgv } from "./quote-argv.ts";
export type {
  ExecOptions,
  Sandbox,
  SandboxOpenOptions,
  SandboxSession,
  SpawnOptions,
  SweepResult,
} from "./sandbox.ts";
export type { SeedCommandOptions, SeedExecResult, SeedProcess, SeedSession } from "./seed-session.ts";
export type { StartDeadline } from "./start-deadline.ts";
export { withStartDeadline } from "./start-deadline.ts";
export { withPolicy } from "./with-policy.ts";
