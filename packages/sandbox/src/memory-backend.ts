import { SandboxError } from "./error.ts";
import type { MemoryProcess } from "./memory-process.ts";
import type { SandboxProcess } from "./process.ts";

/** Faults of the pretended service behind {@link memorySandbox}, for tests of whatever uses a sandbox. */
export interface MemoryBackend {
  /** Goes down: running programs are lost, and nothing can be opened or started. */
  stop(): void;
  /** Stops answering: opening and starting wait for ever. */
  hang(): void;
  /** Works again. What was lost stays lost. */
  restore(): void;
  /** Ends one program from outside, as an administrator would. */
  vanish(process: SandboxProcess): void;
}

/** The inner side of a {@link MemoryBackend}. */
export interface MemoryEngine extends MemoryBackend {
  /** Waits as a request to the backend would. */
  request(signal: AbortSignal | undefined): Promise<void>;
  add(process: MemoryProcess): void;
}

export function createMemoryEngine(sandbox: string): MemoryEngine {
  const processes = new Map<string, MemoryProcess>();
  let state: "up" | "down" | "hung" = "up";
  return {
    stop() {
      state = "down";
      for (const { lose } of processes.values()) lose(new Error("The in-memory backend was stopped."));
      processes.clear();
    },
    hang() {
      state = "hung";
    },
    restore() {
      state = "up";
    },
    vanish({ id }) {
      processes.get(id)?.vanish();
    },
    async request(signal) {
      if (state === "down") {
        throw new SandboxError("unavailable", {
          message: "The in-memory backend is down.",
          remedy: "Call restore() on the backend.",
          sandbox,
        });
      }
      if (state === "hung") await aborted(signal);
    },
    add(process) {
      processes.set(process.process.id, process);
      void process.process.exit.then(() => processes.delete(process.process.id));
    },
  };
}

function aborted(signal: AbortSignal | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}
