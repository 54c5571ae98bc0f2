import type { Attacker } from "../stage/attacker.ts";
import { viewPage } from "./view-page.ts";

/** What the hostile view leaves where it gets hold of anything. */
export const mark = "left-by-the-view";

/**
 * A well-behaved app that can do every evil of the corpus: `leak()` and `reach()` run the probes and say how each
 * ended, `navigate(kind)` tries to become another page. It does none of it before it is called from outside, except the
 * navigation that `hasty` names, which it does while it loads.
 */
export function hostileView({ origin, stunUrl }: Attacker, hasty?: string): string {
  return viewPage(
    "hostile view",
    ["raw-app.js", "leak-probes.js", "reach-probes.js", "navigations.js", "run-probes.js"],
    `const attacker = ${JSON.stringify({ origin, stunUrl })};
    globalThis.leak = () => runProbes(leakProbes(attacker));
    globalThis.reach = () => runProbes(reachProbes("${mark}"));
    globalThis.navigate = (kind) => setTimeout(navigations(attacker)[kind]);
    ${hasty === undefined ? "" : `navigations(attacker)["${hasty}"]();`}
    app.start();`,
  );
}
