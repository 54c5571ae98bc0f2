// node probe.mjs files|time <module> — run by import-cost.mjs in a fresh process. Imports one module and prints which
// scripts V8 parsed because of it (`files`), or how long the import took (`time`, without the inspector's overhead).
import { Session } from "node:inspector";
import { pathToFileURL } from "node:url";

const [mode, file] = process.argv.slice(2);
const url = pathToFileURL(file).href;

if (mode === "files") {
  const urls = [];
  const session = new Session();
  session.connect();
  session.post("Debugger.enable");
  session.on("Debugger.scriptParsed", ({ params }) => urls.push(params.url));
  await import(url);
  session.disconnect();
  process.stdout.write(JSON.stringify({ urls }));
} else {
  const startedAt = performance.now();
  await import(url);
  process.stdout.write(JSON.stringify({ ms: performance.now() - startedAt }));
}
