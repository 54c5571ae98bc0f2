import { createInterface } from "node:readline/promises";
import type { Places } from "../places/places.ts";

/**
 * Asks whether servers may run on this machine, where nothing isolates them and nobody has said so yet.
 *
 * @throws Error where nobody can be asked, or the answer is no; nothing was started
 */
export async function askForHost(
  places: Places,
  {
    input,
    out,
    signal,
  }: { readonly input: NodeJS.ReadStream; readonly out: NodeJS.WriteStream; readonly signal: AbortSignal },
): Promise<void> {
  if (places.chosen !== "host" || places.hostAllowed) return;
  const why = places.choices
    .filter(({ available }) => !available)
    .map(
      ({ label, reason, remedy }) =>
        `  ${label}: ${[reason, remedy].filter((part) => part !== undefined).join(" ")}`,
    )
    .join("\n");
  const refused = `Nothing isolates servers here:\n${why}\nTo run them on this machine, as you, add --host.`;
  if (!input.isTTY || !out.isTTY) throw new Error(refused);
  const lines = createInterface({ input, output: out });
  try {
    out.write(`Nothing isolates servers here:\n${why}\n`);
    const answer = await lines.question(
      "Run them on this machine, as you, with your files and network? [y/N] ",
      { signal },
    );
    if (!/^y(es)?$/i.test(answer.trim())) throw new Error("Nothing was started.");
  } finally {
    lines.close();
  }
  places.allowHost();
}
