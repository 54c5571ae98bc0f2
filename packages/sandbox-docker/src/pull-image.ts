import { SandboxError } from "@x/sandbox";
import type { Engine } from "./engine.ts";
import { nameOf } from "./engine-address.ts";
import type { DockerPullProgress } from "./options.ts";
import type { Settings } from "./settings.ts";

/**
 * Fetches the image.
 *
 * @throws {SandboxError} `unavailable` with a remedy, `timeout`, `cancelled`
 */
export async function pullImage(
  engine: Engine,
  { image, pullTimeoutMs, onProgress }: Settings,
  signal: AbortSignal | undefined,
): Promise<void> {
  const call = { what: "pull an image", timeoutMs: pullTimeoutMs, signal };
  await engine.call(call, async (docker, abortSignal) => {
    const stream = await docker
      .createImage({ fromImage: withTag(image), abortSignal })
      .catch((cause: unknown) => Promise.reject(notPulled(image, engine, cause)));
    for await (const line of lines(stream)) {
      const message = JSON.parse(line) as PullMessage;
      // The engine answers 200 before it begins; what goes wrong later is a line among the others.
      if (message.error !== undefined) throw notPulled(image, engine, new Error(message.error));
      onProgress?.(toProgress(message));
    }
  });
}

interface PullMessage {
  readonly status?: string;
  readonly id?: string;
  readonly progressDetail?: { readonly current?: number; readonly total?: number };
  readonly error?: string;
}

async function* lines(stream: NodeJS.ReadableStream): AsyncGenerator<string> {
  let rest = "";
  for await (const chunk of stream.setEncoding("utf8")) {
    const parts = (rest + chunk).split("\n");
    rest = parts.pop() ?? "";
    yield* parts.filter((line) => line.trim() !== "");
  }
  if (rest.trim() !== "") yield rest;
}

function toProgress({ status = "", id, progressDetail = {} }: PullMessage): DockerPullProgress {
  const { current, total } = progressDetail;
  return {
    status,
    ...(id === undefined ? {} : { layer: id }),
    ...(current === undefined ? {} : { currentBytes: current }),
    ...(total === undefined ? {} : { totalBytes: total }),
  };
}

/** Without a tag an engine would fetch every tag there is. */
function withTag(image: string): string {
  const last = image.slice(image.lastIndexOf("/") + 1);
  return last.includes(":") || image.includes("@") ? image : `${image}:latest`;
}

function notPulled(image: string, engine: Engine, cause: unknown): SandboxError {
  return new SandboxError("unavailable", {
    message: `The container engine at ${nameOf(engine.address)} could not pull the image "${image}".`,
    sandbox: "docker",
    cause,
    remedy: "Check its name, that the engine reaches the registry, and that it is logged in there.",
  });
}
