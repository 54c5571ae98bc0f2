import type { AiSdkProcess, AiSdkReadable } from "./ai-sdk-sandbox.ts";
import { createProcess, type ProcessEnd } from "./create-process.ts";
import { SandboxError } from "./error.ts";
import type { SandboxProcess } from "./process.ts";

/** A program of the AI SDK's port as a {@link SandboxProcess}. Without `stdin` it has seen EOF already. */
export function adoptAiSdkProcess(foreign: AiSdkProcess, sandbox: string): SandboxProcess {
  const writer = foreign.stdin?.getWriter();
  let killed = false;
  return createProcess({
    id: String(foreign.pid ?? crypto.randomUUID()),
    stdout: readChunks(foreign.stdout),
    stderr: readChunks(foreign.stderr),
    ended: untilEnded(foreign, () => killed),
    async writeStdin(chunk) {
      if (writer !== undefined) return writer.write(chunk);
      throw new SandboxError("unsupported", { message: "This sandbox gives programs no stdin.", sandbox });
    },
    async closeStdin() {
      await writer?.close();
    },
    async kill() {
      killed = true;
      await foreign.kill();
    },
  });
}

async function untilEnded(foreign: AiSdkProcess, killed: () => boolean): Promise<ProcessEnd> {
  try {
    const { exitCode } = await foreign.wait();
    // The port knows no signals: after kill() whatever it tells is the kill.
    return killed() ? { exitCode: null, reason: "killed" } : { exitCode };
  } catch (error) {
    if (killed()) return { exitCode: null, reason: "killed" };
    throw error;
  }
}

async function* readChunks(stream: AiSdkReadable): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
