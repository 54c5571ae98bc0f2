import { aiSdkFiles } from "./ai-sdk-files.ts";
import type { AiSdkSandboxSession } from "./ai-sdk-sandbox.ts";
import { execWithFile, hasStdin, spawnWithStdin } from "./ai-sdk-start.ts";
import { checkSandboxOptions } from "./check-sandbox-options.ts";
import { createSession } from "./create-session.ts";
import { SandboxError } from "./error.ts";
import type { SandboxFeature } from "./feature.ts";
import { checkForeignSession, type ForeignSandboxOptions } from "./foreign-options.ts";
import type { Sandbox, SandboxSession } from "./sandbox.ts";
import { withStartDeadline } from "./start-deadline.ts";

const id = "ai-sdk";
const openTimeoutMs = 60_000;
const stdinFeatures: readonly SandboxFeature[] = ["close-stdin"];
const fileFeatures: readonly SandboxFeature[] = ["exec-stdin", "timeout-output"];

/**
 * Uses a session of the AI SDK's sandbox port. It is borrowed: closing ends what was started here, never the session
 * itself. `open()` finds out whether programs can have a writable stdin; if not, the session offers `exec` only, and
 * stdin goes through a file. The port knows no signals: every `kill()` is its one kill.
 */
export function fromAiSdkSandbox(foreign: AiSdkSandboxSession, options: ForeignSandboxOptions = {}): Sandbox {
  checkForeignSession(foreign, id);
  checkSandboxOptions(options, id);
  const { isolation = "none", features = [] } = options;
  const workdir = options.workdir ?? foreign.defaultWorkingDirectory ?? "/workspace";
  return {
    id,
    isolation,
    async open(openOptions = {}) {
      checkSandboxOptions(openOptions, id);
      const { signal } = openOptions;
      const interactive = await withStartDeadline((stop) => hasStdin(foreign, id, stop), {
        sandbox: id,
        signal,
        timeoutMs: openTimeoutMs,
      });
      const exec: NonNullable<SandboxSession["exec"]> = (command, execOptions) => {
        if (session.exec !== undefined) return session.exec(command, execOptions);
        throw new SandboxError("unsupported", { message: "This session cannot exec.", sandbox: id });
      };
      const session: SandboxSession = createSession({
        id: `${id}-${crypto.randomUUID()}`,
        sandbox: id,
        isolation,
        workdir,
        features: [...(interactive ? stdinFeatures : fileFeatures), ...features],
        ...(interactive
          ? { spawn: spawnWithStdin(foreign, id) }
          : { exec: execWithFile(foreign, id, workdir) }),
        files: aiSdkFiles(foreign, exec, workdir),
      });
      return session;
    },
  };
}
