import { parseArgs } from "node:util";
import type { SandboxId } from "./contract/sandbox-view.ts";

/** How to call the app. */
export const usage = `Usage:
  npm run demo                                         the page; prints its address
  npm run demo -- --port 4000                          at this port instead of a free one
  npm run demo -- --pages notes                        with this folder of Markdown pages instead of your own wiki
  npm run demo -- --servers more.json                  with further servers, a JSON array of declarations
  npm run demo -- --tour                               a tour in the terminal
  npm run demo -- --once "<server>__<tool>" '<json>'   run one tool and print its result

Where servers run; by itself bubblewrap, else Docker, else it asks:
  --sandbox bwrap | docker | host
  --host                                               the same as --sandbox host: on this machine, as you`;

/** What holds for every way to run. */
export interface CommonOptions {
  /** Asked for by name. */
  readonly sandbox: SandboxId | undefined;
  readonly pages: string | undefined;
}

/** What the app was called for. */
export type AppCommand =
  | { readonly run: "help" }
  | ({ readonly run: "tour" } & CommonOptions)
  | ({ readonly run: "once"; readonly tool: string; readonly json: string } & CommonOptions)
  | ({
      readonly run: "page";
      readonly port: number;
      readonly serverFile: string | undefined;
    } & CommonOptions);

/**
 * Reads the command line.
 *
 * @throws Error with the usage for what is no option, no port or no sandbox.
 */
export function readCommandLine(args: readonly string[]): AppCommand {
  const { values, positionals } = parse(args);
  if (values.help) return { run: "help" };
  const common = { sandbox: readSandbox(values.sandbox, values.host === true), pages: values.pages };
  if (values.once !== undefined)
    return { run: "once", tool: values.once, json: positionals[0] ?? "{}", ...common };
  if (positionals.length > 0) throw new Error(`There is no argument "${positionals[0]}".\n${usage}`);
  if (values.tour) return { run: "tour", ...common };
  return { run: "page", port: readPort(values.port), serverFile: values.servers, ...common };
}

function parse(args: readonly string[]): {
  readonly values: {
    readonly once?: string;
    readonly tour?: boolean;
    readonly help?: boolean;
    readonly host?: boolean;
    readonly port?: string;
    readonly servers?: string;
    readonly sandbox?: string;
    readonly pages?: string;
  };
  readonly positionals: readonly string[];
} {
  try {
    return parseArgs({
      args: [...args],
      options: {
        once: { type: "string" },
        tour: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        host: { type: "boolean" },
        port: { type: "string" },
        servers: { type: "string" },
        sandbox: { type: "string" },
        pages: { type: "string" },
      },
      allowPositionals: true,
    });
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n${usage}`, { cause });
  }
}

/** A sandbox by its name; undefined: whatever is there. */
export function readSandbox(name: string | undefined, host: boolean): SandboxId | undefined {
  if (host && name !== undefined && name !== "host")
    throw new Error(`--host and --sandbox ${name} contradict each other. Leave one of them out.\n${usage}`);
  if (host) return "host";
  if (name === undefined || name === "bwrap" || name === "docker" || name === "host") return name;
  throw new Error(`There is no sandbox "${name}".\n${usage}`);
}

/** 0 lets the system choose. */
function readPort(text: string | undefined): number {
  if (text === undefined) return 0;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new Error(`--port takes a number from 0 to 65535.\n${usage}`);
  return port;
}
