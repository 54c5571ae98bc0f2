import { createReadStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { extract, pack } from "tar-stream";
import { clientOf } from "./client.ts";

interface Image {
  readonly archive: string;
  readonly repository: string;
  readonly tag: string;
  readonly changes: readonly string[];
}

/** Puts an image that was built into an engine. */
export async function importImage(
  socketPath: string,
  { archive, repository, tag, changes }: Image,
): Promise<void> {
  await importArchive(socketPath, createReadStream(archive), { repo: repository, tag, changes });
}

/** A small image of the same files: a shell with its commands, and nothing more. Quick to import. */
export async function importShellImage(socketPath: string, { archive }: Image): Promise<string> {
  const small = pack();
  const reading = extract();
  reading.on("entry", (header, stream, next) => {
    if (!/^(\.\/)?(bin\/|tmp\/|etc\/(passwd|group)|workspace\/)/.test(header.name)) {
      stream.on("end", next).resume();
      return;
    }
    const { pax: _, ...plain } = header;
    stream.pipe(small.entry(plain, next));
  });
  const imported = importArchive(socketPath, small as unknown as NodeJS.ReadableStream, {
    repo: "shell",
    tag: "latest",
    changes: ["ENV PATH=/bin", "WORKDIR /workspace"],
  });
  await pipeline(createReadStream(archive), reading);
  small.finalize();
  await imported;
  return "shell:latest";
}

async function importArchive(
  socketPath: string,
  archive: NodeJS.ReadableStream,
  options: { readonly repo: string; readonly tag: string; readonly changes: readonly string[] },
): Promise<void> {
  const docker = clientOf(socketPath);
  const answer = await docker.importImage(archive, options);
  let text = "";
  for await (const chunk of answer as NodeJS.ReadableStream) text += chunk;
  const [id] = /sha256:[0-9a-f]{64}/.exec(text) ?? [];
  if (id === undefined) throw new Error(`The image was not imported: ${text}`);
  // Podman's API overlooks the tag.
  await docker.getImage(id).tag({ repo: options.repo, tag: options.tag });
}
