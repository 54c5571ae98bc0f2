import { realCommand } from "@x/tooling/real-parts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Layout, ServedView } from "./stage/sandbox-origin.ts";
import { openStage, type Stage } from "./stage/stage.ts";
import { leakNames } from "./views/corpus.ts";
import { hostileView } from "./views/hostile-view.ts";

const chromium = await realCommand("chromium", "apt-get install chromium");

/** What each declaration opens, and nothing else: the probes of the corpus show it, as they show what stays shut. */
const ways = [
  {
    name: "connectDomains",
    scheme: "http:",
    opens: ["fetch", "fetch-keepalive", "xhr", "eventsource", "beacon", "prefetch"],
  },
  // A WebSocket has an origin of its own to declare.
  { name: "connectDomains", scheme: "ws:", opens: ["websocket"] },
  {
    name: "resourceDomains",
    scheme: "http:",
    opens: [
      "img",
      "script",
      "dynamic-import",
      "stylesheet",
      "css-import",
      "css-background",
      "font",
      "svg-image",
      "media",
      "frame-by-srcdoc",
      "prefetch",
      "preload",
      "modulepreload",
    ],
  },
  { name: "frameDomains", scheme: "http:", opens: ["frame-by-url", "prefetch"] },
] as const;

describe.skipIf(!chromium).each<Layout>(["proxy", "proxy-html"])(
  "origins that a view declares, in %s",
  (layout) => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await openStage();
    });
    afterEach(() => stage.attacker.forget());
    afterAll(() => stage?.[Symbol.asyncDispose]());

    const declaring = (csp: object, hasty?: string): ServedView => ({
      uri: "ui://test/declaring",
      mimeType: "text/html;profile=mcp-app",
      text: hostileView(stage.attacker, hasty),
      _meta: { ui: { csp } },
    });

    test.each(ways)(
      "$name with $scheme opens its own ways, and no other",
      async ({ name, opens, scheme }) => {
        const origin = stage.attacker.origin.replace("http:", scheme);
        await using page = await stage.open();
        const shown = await page.show({ view: declaring({ [name]: [origin] }), layout });
        await shown.until("ready");
        await (await shown.frame()).evaluate("leak()");
        await stage.allArrived();
        const got = leakNames.filter((probe) => stage.attacker.hits.some((hit) => hit.probe === probe));
        expect(got).toEqual(leakNames.filter((probe) => opens.some((opened) => opened === probe)));
      },
    );

    test("an origin that is no origin opens nothing, and is told of", async () => {
      await using page = await stage.open();
      const forged = ["*", "https:", `${stage.attacker.origin}; script-src *`, "data:", "'unsafe-eval'"];
      const csp = { connectDomains: forged, resourceDomains: forged, frameDomains: forged };
      const shown = await page.show({ view: declaring(csp), layout });
      await shown.until("ready");
      await (await shown.frame()).evaluate("leak()");
      await stage.allArrived();
      expect(stage.attacker.hits.map(({ probe }) => probe)).toEqual(["canary"]);
      expect(stage.sandbox.audit.flatMap(({ problems }) => problems).length).toBeGreaterThanOrEqual(15);
    });

    test("a frame that was declared is a frame in the view, and no page in its place", async () => {
      await using page = await stage.open();
      const view = declaring({ frameDomains: [stage.attacker.origin] });
      const shown = await page.show({ view, layout, session: { toolResult: undefined } });
      await shown.until("ready");
      await (await shown.frame()).evaluate("navigate('location-href')");
      expect((await shown.until("error")).detail).toMatchObject({ reason: "navigated" });
      await shown.update({ toolResult: { content: [{ type: "text", text: "the secret result" }] } });
      await stage.allArrived();
      // In `proxy-html` the proxy's own policy names the declared origin, so its page may stand in the view's place
      // until it has loaded, and be answered what it asks, as a frame in the view could be. It gets no result.
      const stolen = stage.attacker.stolen.map(({ body }) => body);
      expect(layout === "proxy-html" ? stolen.filter((body) => !body.includes('"error"')) : stolen).toEqual(
        [],
      );
      expect(stolen.join()).not.toContain("the secret result");
    });
  },
);
