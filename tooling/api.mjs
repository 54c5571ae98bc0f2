// node tooling/api.mjs [--write] [package …] — checks (or rewrites) packages/*/api/*.api.md: the public surface of
// every entry point, in a form that a reviewer reads as a diff. Reads the built declarations.
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { Extractor, ExtractorConfig } from "@microsoft/api-extractor";
import { reportStem } from "./api-report.mjs";
import { parseFile } from "./source-file.mjs";
import { publicPackages } from "./workspace.mjs";

/** Without the source condition: the report is about what users get, built declarations. */
const compilerOptions = {
  target: "es2023",
  lib: ["es2023", "esnext.disposable", "dom", "dom.iterable"],
  module: "nodenext",
  types: ["node"],
  strict: true,
  skipLibCheck: true,
};

const args = process.argv.slice(2);
const write = args.includes("--write");
const only = args.filter((name) => !name.startsWith("--"));
const packages = publicPackages().filter(({ short }) => only.length === 0 || only.includes(short));
const unbuilt = packages.filter(({ dir, entryPoints }) => !existsSync(path.join(dir, entryPoints[0].types)));

if (unbuilt.length > 0) {
  console.error(`api: not built: ${unbuilt.map(({ name }) => name).join(", ")}. Run \`tsc -b\` first.`);
  process.exitCode = 1;
} else {
  const outcomes = packages.flatMap((pkg) => pkg.entryPoints.map((entryPoint) => report(pkg, entryPoint)));
  const failed = outcomes.filter((outcome) => outcome === "failed").length;
  const changed = outcomes.filter((outcome) => outcome === "changed").length;
  if (failed > 0) console.error(`api: ${failed} reports have errors, see above`);
  if (changed > 0 && !write)
    console.error(`api: ${changed} reports differ. Run \`pnpm api\` and review the diff.`);
  console.log(`api: ${outcomes.length} entry points, ${changed} ${write ? "written" : "changed"}`);
  process.exitCode = failed > 0 || (changed > 0 && !write) ? 1 : 0;
}

/** @returns {"same" | "changed" | "failed"} */
function report(pkg, entryPoint) {
  const reportFolder = path.join(pkg.dir, "api");
  const reportTempFolder = path.join(pkg.dir, "dist/.api");
  for (const folder of write ? [reportFolder, reportTempFolder] : [reportTempFolder])
    mkdirSync(folder, { recursive: true });
  const extractorConfig = ExtractorConfig.prepare({
    packageJsonFullPath: path.join(pkg.dir, "package.json"),
    configObjectFullPath: undefined,
    configObject: {
      newlineKind: "lf",
      projectFolder: pkg.dir,
      mainEntryPointFilePath: path.join(pkg.dir, entryPoint.types),
      compiler: { overrideTsconfig: { compilerOptions, files: [entryPoint.types] } },
      apiReport: {
        enabled: true,
        reportFolder,
        reportTempFolder,
        reportFileName: reportStem(entryPoint.subpath),
      },
      messages: {
        extractorMessageReporting: {
          // A type that users meet and cannot name is a hole in the surface.
          "ae-forgotten-export": { logLevel: "error" },
          "ae-missing-release-tag": { logLevel: "none" },
          "ae-unresolved-link": { logLevel: "none" },
        },
        tsdocMessageReporting: { default: { logLevel: "none" } },
      },
    },
  });
  const { apiReportChanged, succeeded } = Extractor.invoke(extractorConfig, {
    localBuild: write,
    messageCallback(message) {
      if (message.messageId === "ae-forgotten-export" && exportedElsewhere(pkg, message.text))
        message.logLevel = "none";
      if (message.logLevel === "error") console.error(`api: ${entryPoint.specifier}: ${message.text}`);
      message.handled = true;
    },
  });
  if (apiReportChanged) console.log(`api: ${entryPoint.specifier} ${write ? "written" : "has changed"}`);
  if (!succeeded && !apiReportChanged) return "failed";
  return apiReportChanged ? "changed" : "same";
}

/** Whether another entry point of the package exports the symbol that a message names. */
function exportedElsewhere({ dir, entryPoints }, text) {
  const symbol = /The symbol "(.+?)(?:_\d+)?" needs/.exec(text)?.[1];
  return entryPoints.some(({ types }) => {
    const { staticExports } = parseFile(path.join(dir, types)).module;
    return staticExports.some(({ entries }) => entries.some(({ exportName }) => exportName.name === symbol));
  });
}
