import { rolldown } from "rolldown";

/** One file for a browser, made of a module of the tests and the packages' sources. */
export async function bundlePage(
  entry: string,
  alias: Readonly<Record<string, string>> = {},
): Promise<string> {
  const build = await rolldown({
    input: entry,
    platform: "browser",
    resolve: { conditionNames: ["@x/source", "import", "browser", "default"], alias: { ...alias } },
    transform: { define: { "process.env.NODE_ENV": '"development"' } },
    logLevel: "warn",
  });
  const { output } = await build.generate({ format: "esm" });
  await build.close();
  return output[0].code;
}
