import { standardStyleVariables, type UiJsonObject } from "@x/ui-resources";
import { expect, it } from "vitest";
import { schemaProblem } from "./official-schema.ts";
import { firstOf, scriptedView } from "./scripted-view.ts";

const variables = Object.fromEntries(standardStyleVariables.map((name) => [name, "1px"]));
const everything = {
  theme: "dark",
  styles: { variables, css: { fonts: "@font-face {}" } },
  displayMode: "inline",
  availableDisplayModes: ["inline", "fullscreen"],
  containerDimensions: { width: 400, maxHeight: 600 },
  locale: "de-AT",
  timeZone: "Europe/Vienna",
  userAgent: "host/1",
  platform: "web",
  deviceCapabilities: { touch: true, hover: false },
  safeAreaInsets: { top: 0, right: 0, bottom: 0, left: 0 },
} as const;
const blocks = [
  { type: "text", text: "x" },
  { type: "image", data: "AA==", mimeType: "image/png" },
  { type: "audio", data: "AA==", mimeType: "audio/wav" },
  { type: "resource_link", uri: "ui://a/b", name: "b" },
  { type: "resource", resource: { uri: "ui://a/b", text: "x" } },
  { type: "resource", resource: { uri: "ui://a/b", blob: "AA==" } },
];

it("knows the 76 variables of the official list", () => {
  expect(standardStyleVariables).toHaveLength(76);
  expect(new Set(standardStyleVariables).size).toBe(76);
});

it("says everything as the official schema has it, also for a host and a server that are careless", () => {
  const careless = {
    theme: "sepia",
    styles: { variables: { "--mine": "1", "--font-sans": 7 }, css: "x" },
    displayMode: "huge",
    availableDisplayModes: "all",
    containerDimensions: { width: "wide", height: 3, maxHeight: 9, maxWidth: Number.NaN },
    locale: 7,
    platform: "fridge",
    deviceCapabilities: { touch: "yes" },
    safeAreaInsets: { top: 1 },
    toolInfo: { tool: "mine" },
    "host/x": { a: 1 },
  };
  for (const hostContext of [everything, careless, undefined, "x", []]) {
    const view = scriptedView({
      hostContext: hostContext as never,
      hostInfo: { name: "h", version: "1", icons: "x" } as never,
      sandbox: { csp: { connectDomains: ["https://a.example", 7] }, permissions: { camera: true } } as never,
      draft: true,
    });
    view.start({ availableDisplayModes: ["fullscreen"], tools: {} });
    view.event({ type: "tool-input-partial", arguments: { a: 1 } });
    view.event({ type: "tool-input", arguments: { a: 1 } });
    view.event({ type: "tool-result", result: { content: [...blocks, {}, null, { type: "text" }] } });
    view.event({ type: "host-context", context: careless as never });
    view.event({ type: "host-context", context: everything });
    view.event({ type: "display-mode", mode: "fullscreen" });
    for (const list of ["tools", "resources", "prompts"] as const) view.event({ type: "list-changed", list });
    view.event({ type: "ping" });
    view.event({ type: "list-app-tools" });
    view.event({ type: "call-app-tool", callId: "1", tool: "t" });
    const asked: Record<string, string> = { init: "ui/initialize" };
    const request = (method: string, params: object): void => {
      asked[method] = method;
      const out = view.request(method, params, method);
      if (out.some(({ type }) => type === "request"))
        view.event({ type: "settle", key: firstOf(out, "request").key, result: { content: blocks } });
    };
    request("tools/call", { name: "read_stock" });
    request("ui/open-link", { url: "https://a.example" });
    request("ui/message", { role: "user", content: blocks[0] });
    request("ui/update-model-context", {});
    request("ui/request-display-mode", { mode: "inline" });
    request("ui/download-file", { contents: [blocks[4]] });
    request("no/such", {});
    request("ping", {});
    view.event({ type: "teardown" });
    expect(view.inbox.length).toBeGreaterThan(20);
    for (const message of view.inbox)
      expect([message, schemaProblem(message, asked[String(message.id)])]).toEqual([message, undefined]);
  }
  const cancelled = scriptedView();
  cancelled.event({ type: "tool-cancelled" });
  cancelled.start();
  expect(schemaProblem(cancelled.inbox.at(-1) as UiJsonObject, undefined)).toBeUndefined();
});
