import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";

/** The names of what the hostile view can try. */
export const leakNames: readonly string[] = names("leak-probes.js", "leakProbes({})");
/** The leaks that are made of UDP packets: counted, but never told apart. */
export const packetLeaks: readonly string[] = ["webrtc", "webrtc-in-a-frame"];
export const reachNames: readonly string[] = names("reach-probes.js", "reachProbes('')");
export const navigationKinds: readonly string[] = names("navigations.js", "navigations({})");

function names(file: string, table: string): readonly string[] {
  const context = createContext({});
  runInContext(readFileSync(new URL(file, import.meta.url), "utf8"), context);
  return [...(runInContext(`Object.keys(${table})`, context) as readonly string[])];
}
