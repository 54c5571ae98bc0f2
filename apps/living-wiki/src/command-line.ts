import { parseArgs } from "node:util";

/** How to call the app. */
export const usage = `Usage:
  npm run demo                                         the page; prints its address
  npm run demo -- --port 4000                          at this port instead of a free one
  npm run demo -- --servers more.json                  with further servers, a JSON array of declarations
  npm run demo -- --tour                               a tour in the terminal
  npm run demo -- --once "<server>__<tool>" '<json>'   run one tool and print its result`;

/** What the app was called for. */
export type AppCommand =
  | { readonly run: "help" }
  | { readonly run: "tour" }
  | { readonly run: "once"; readonly tool: string; readonly json: string }
  | { readonly run: "page"; readonly port: number; readonly serverFile: string | undefined };

/**
 * Reads the command line.
 *
 * @throws Error with the usage for what is no option or no port.
 */
export function readCommandLine(args: readonly string[]): AppCommand {
  const { values, positionals } = parse(args);
  if (values.help) return { run: "help" };
  if (values.once !== undefined) return { run: "once", tool: values.once, json: positionals[0] ?? "{}" };
  if (positionals.length > 0) throw new Error(`There is no argument "${positionals[0]}".\n${usage}`);
  if (values.tour) return { run: "tour" };
  return { run: "page", port: readPort(values.port), serverFile: values.servers };
}

function parse(args: readonly string[]): {
  readonly values: {
    readonly once?: string;
    readonly tour?: boolean;
    readonly help?: boolean;
    readonly port?: string;
    readonly servers?: string;
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
        port: { type: "string" },
        servers: { type: "string" },
      },
      allowPositionals: true,
    });
  } catch (cause) {
    throw new Error(`${cause instanceof Error ? cause.message : String(cause)}\n${usage}`, { cause });
  }
}

/** 0 lets the system choose. */
function readPort(text: string | undefined): number {
  if (text === undefined) return 0;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) throw new Error(`--port takes a number from 0 to 65535.\n${usage}`);
  return port;
}
