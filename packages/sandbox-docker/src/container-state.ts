import type { ProcessEnd } from "@x/sandbox";
import type { Engine } from "./engine.ts";
import { statusOf } from "./engine-error.ts";

/** What an engine says about a container. `gone`: somebody has removed it. */
export type ContainerState =
  | { readonly kind: "running" }
  | { readonly kind: "ended"; readonly end: ProcessEnd }
  | { readonly kind: "gone" };

// What a shell, an init and an engine return for a program that died of SIGKILL, as the kernel's memory killer sends it.
const killedCode = 137;

/** Asks what became of a container. */
export async function containerState(engine: Engine, id: string): Promise<ContainerState> {
  try {
    const answer = await engine.call({ what: "inspect a container" }, (docker, abortSignal) =>
      docker.getContainer(id).inspect({ abortSignal }),
    );
    return readState(answer);
  } catch (error) {
    if (statusOf(error) === 404) return { kind: "gone" };
    throw error;
  }
}

function readState(answer: unknown): ContainerState {
  const { State } = answer as {
    readonly State: {
      readonly Running: boolean;
      readonly Status?: string;
      readonly ExitCode: number;
      readonly OOMKilled?: boolean;
    };
  };
  // Somebody else is removing it, and has killed it for that.
  if (State.Status === "removing" || State.Status === "dead") return { kind: "gone" };
  if (State.Running) return { kind: "running" };
  const { ExitCode: exitCode } = State;
  // The flag is set if any process of the container was killed for memory; the program itself may have gone on.
  const oom = State.OOMKilled === true && exitCode === killedCode;
  return {
    kind: "ended",
    end: oom ? { exitCode: null, signal: "SIGKILL", reason: "oom" } : { exitCode },
  };
}
