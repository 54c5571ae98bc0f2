import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { CallOutcome } from "../../src/contract/call.ts";
import type { WidgetAnswer, WidgetView } from "../../src/contract/widget.ts";
import { servePage, type TestPage } from "../fixtures/served-page.ts";
import { scripted } from "../fixtures/test-servers.ts";
import { testWiki } from "../fixtures/test-wiki.ts";
import { toolsOf, turnOf } from "../fixtures/turns.ts";

const html = "<!doctype html><title>Shelf</title><p>The shelf</p>";
const uri = "ui://shelf/view.html";
const shelfServer = fileURLToPath(new URL("../fixtures/shelf-server.mjs", import.meta.url));

let page: TestPage;
let calls: string[];

beforeAll(async () => {
  calls = [];
  page = await servePage(
    testWiki({
      withDefaults: true,
      servers: [
        { declaration: { kind: "stdio", serverId: "shelf", command: process.execPath, args: [shelfServer] } },
        scripted("plain", "normal"),
      ],
    }),
  );
  await page.wiki.fleet.connect();
  page.wiki.fleet.pool.on("call", (event) => {
    if (event.phase === "start") calls.push(event.toolName);
  });
  for (const tool of ["shelf__show", "budget-allocator__get-budget-data"])
    await vi.waitUntil(() => page.wiki.tools.registry.get(tool), { timeout: 60_000 });
});

afterAll(() => page[Symbol.asyncDispose]());

async function run(
  tool: string,
  callId: string = crypto.randomUUID(),
): Promise<CallOutcome & { readonly callId: string }> {
  const body = JSON.stringify({ callId, tool, arguments: {} });
  return { ...(await (await page.ask("/api/calls", { method: "POST", body })).json()), callId };
}
const view = (callId: string, query = ""): Promise<Response> =>
  page.ask(`/api/widgets/${encodeURIComponent(callId)}${query}`);
async function viewCall(
  widget: string,
  tool: string,
  callId: string = crypto.randomUUID(),
): Promise<WidgetAnswer> {
  const body = JSON.stringify({ callId, tool, arguments: {} });
  return (
    await page.ask(`/api/widgets/${encodeURIComponent(widget)}/calls`, { method: "POST", body })
  ).json();
}

describe("a call whose tool has UI", () => {
  test("says so, and its view has all that a frame needs", async () => {
    const { widget, callId } = await run("shelf__show");
    expect(widget).toBe(true);
    const shown: WidgetView = await (await view(callId)).json();
    expect(shown).toMatchObject({
      callId,
      serverId: "shelf",
      record: { uri, serverId: "shelf", toolName: "show", toolCallId: callId },
      document: { uri, mimeType: "text/html;profile=mcp-app", lengthBytes: html.length, prefersBorder: true },
      tool: { name: "show", _meta: { ui: { resourceUri: uri } } },
      toolInput: {},
      toolResult: {
        content: [{ type: "text", text: "show ran" }],
        structuredContent: { name: "show" },
        _meta: { kept: true },
      },
    });
    expect(shown.tools.map(({ name }) => name)).toEqual(["show", "refresh", "burn", "lost"]);
    expect(shown.refused.length).toBeGreaterThan(0);
    expect(JSON.stringify(shown)).not.toContain("The shelf");
  });

  test("in the chat is found by its call, after the page is reloaded, too", async () => {
    const turn = await turnOf(page.wiki, "/call budget-allocator__get-budget-data");
    const [part] = toolsOf(turn);
    expect(part).toMatchObject({ state: "done", widget: true });
    const shown: WidgetView = await (await view(part?.callId ?? "", "?theme=dark")).json();
    expect(shown.record.uri).toBe("ui://budget-allocator/mcp-app.html");
    expect(new URL(shown.sandboxUrl).searchParams.get("theme")).toBe("dark");
  });

  test("without a document fails readably, and a call without UI has no view", async () => {
    const lost = await view((await run("shelf__lost")).callId);
    expect(lost.status).toBe(502);
    expect(await lost.json()).toMatchObject({ error: { message: expect.any(String) } });
    const { widget, callId } = await run("plain__echo");
    expect(widget).toBeUndefined();
    expect((await view(callId)).status).toBe(404);
  });
});

describe("the second origin", () => {
  test("serves the view by its signed address, as another site, to our page alone", async () => {
    const { callId } = await run("shelf__show");
    const { sandboxUrl }: WidgetView = await (await view(callId)).json();
    const { origin } = new URL(sandboxUrl);
    expect(origin).toBe(page.served.sandboxOrigin);
    expect(new URL(origin).hostname).not.toBe(new URL(page.origin).hostname);
    const proxy = await fetch(sandboxUrl);
    expect(proxy.status).toBe(200);
    expect(proxy.headers.get("content-security-policy")).toContain(`frame-ancestors ${page.origin}`);
    const framed = (await fetch(`${page.origin}/`)).headers.get("content-security-policy");
    expect(framed).toContain(`frame-src ${origin};`);
    const forged = new URL(sandboxUrl);
    forged.searchParams.set("uri", "ui://budget-allocator/mcp-app.html");
    expect((await fetch(forged)).status).toBe(403);
  });

  test("has nothing of the page and no API, and the page nothing of it", async () => {
    const { sandboxOrigin } = page.served;
    const authorization = `Bearer ${page.served.token}`;
    for (const path of ["/", "/api/state", "/index.html", "/assets/", "/diagram/../index.html"])
      expect((await fetch(`${sandboxOrigin}${path}`, { headers: { authorization } })).status).toBe(404);
    const wrongHost = sandboxOrigin.replace("localhost", "127.0.0.1");
    expect((await fetch(`${wrongHost}/views/proxy`)).status).toBe(421);
    expect((await fetch(`${page.origin}/diagram/frame.html`)).status).toBe(404);
    const frame = await fetch(`${sandboxOrigin}/diagram/frame.html`);
    expect(frame.status).toBe(200);
    expect(frame.headers.get("content-security-policy")).toContain("sandbox allow-scripts");
    expect(frame.headers.get("content-security-policy")).toContain("default-src 'none'");
  });
});

describe("calls of a view", () => {
  test("run where the tool only reads and is for views, and the model does not see those that are for views alone", async () => {
    const { callId } = await run("shelf__show");
    expect(await viewCall(callId, "refresh")).toEqual({
      result: {
        content: [{ type: "text", text: "refresh ran" }],
        structuredContent: { name: "refresh" },
        _meta: { kept: true },
      },
    });
    expect(page.wiki.tools.registry.get("shelf__show")).toBeDefined();
    expect(page.wiki.tools.registry.get("shelf__refresh")).toBeUndefined();
  });

  test("are put to a person where they change something", async () => {
    const { callId } = await run("shelf__show");
    for (const approved of [false, true]) {
      const asked = new Promise<void>((resolve) => {
        const off = page.wiki.approvals.on((event) => {
          if (event.type !== "asked") return;
          off();
          expect(event.approval).toMatchObject({
            from: "widget",
            tool: "shelf__burn",
            serverId: "shelf",
            callId: "burn-it",
          });
          queueMicrotask(() => page.wiki.approvals.answer(event.approval.approvalId, { approved }));
          resolve();
        });
      });
      calls.length = 0;
      const answer = await viewCall(callId, "burn", "burn-it");
      await asked;
      if (approved) expect(answer).toMatchObject({ result: { structuredContent: { name: "burn" } } });
      else expect(answer).toMatchObject({ error: { code: -32_000 } });
      expect(calls).toEqual(approved ? ["burn"] : []);
    }
  });

  test("do not reach what is not for views, other servers, or what is not there", async () => {
    const { callId } = await run("shelf__show");
    calls.length = 0;
    for (const tool of ["secret", "echo", "plain__echo", "nothing"])
      expect(await viewCall(callId, tool)).toMatchObject({ error: { code: -32_000 } });
    expect(calls).toEqual([]);
    const body = JSON.stringify({ callId: "a", tool: "refresh", arguments: {} });
    expect((await page.ask("/api/widgets/nobody/calls", { method: "POST", body })).status).toBe(404);
  });

  test("that wait are cancelled on request", async () => {
    const { callId } = await run("shelf__show");
    const asked = new Promise<void>((resolve) => {
      const off = page.wiki.approvals.on((event) => {
        off();
        if (event.type === "asked") resolve();
      });
    });
    const waiting = viewCall(callId, "burn", "forever");
    await asked;
    expect((await page.ask("/api/calls/forever", { method: "DELETE" })).status).toBe(204);
    expect(await waiting).toMatchObject({ error: { code: -32_000 } });
    expect(page.wiki.approvals.open).toEqual([]);
  });

  test("read resources of their own server", async () => {
    const { callId } = await run("shelf__show");
    const read = (wanted: string): Promise<Response> =>
      page.ask(`/api/widgets/${callId}/read`, { method: "POST", body: JSON.stringify({ uri: wanted }) });
    expect(await (await read(uri)).json()).toMatchObject({ result: { contents: [{ uri, text: html }] } });
    expect(await (await read("ui://shelf/none.html")).json()).toMatchObject({ error: { code: -32_603 } });
  });
});

test("what a view wants the model to know goes with the next turn, once, as material", async () => {
  const { callId } = await run("shelf__show");
  const context = { content: [{ type: "text", text: "The third shelf is chosen." }] };
  const put = await page.ask(`/api/widgets/${callId}/context`, {
    method: "PUT",
    body: JSON.stringify(context),
  });
  expect(put.status).toBe(204);
  expect(page.wiki.widgets.takeContext()).toEqual(["The third shelf is chosen."]);
  expect(page.wiki.widgets.takeContext()).toEqual([]);
});
