import { scriptedServerCommand } from "@x/mcp-testing";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { AddServersResult } from "../../src/contract/add-servers.ts";
import type { PageState } from "../../src/contract/page-event.ts";
import type { ServerView } from "../../src/contract/server-view.ts";
import { hostPlace } from "../../src/places/host-place.ts";
import type { Place } from "../../src/places/place.ts";
import { findPlaces } from "../../src/places/places.ts";
import { openEvents } from "../fixtures/event-reader.ts";
import { servePage, type TestPage } from "../fixtures/served-page.ts";
import { scripted } from "../fixtures/test-servers.ts";
import { testWiki } from "../fixtures/test-wiki.ts";

/** A place that is not there. */
const away: Place = {
  id: "docker",
  label: "Docker",
  isolation: "container",
  lacks: () => undefined,
  sandbox: () => ({
    id: "docker",
    isolation: "container",
    open: () => Promise.reject(new Error("No engine listens.")),
  }),
};

let page: TestPage;

async function open(options: { readonly allowed: boolean }): Promise<void> {
  const places = await findPlaces({
    places: [away, hostPlace()],
    ...(options.allowed ? { wanted: "host" } : {}),
  });
  page = await servePage(testWiki({ places, servers: [scripted("plain", "normal")] }));
  await page.wiki.fleet.connect();
}

afterEach(() => page[Symbol.asyncDispose]());

const add = async (
  text: string,
  more: object = {},
): Promise<AddServersResult & { readonly status: number }> => {
  const response = await page.ask("/api/servers", {
    method: "POST",
    body: JSON.stringify({ text, ...more }),
  });
  return { ...(await response.json()), status: response.status };
};
const state = async (): Promise<PageState> => (await page.ask("/api/state")).json();
const server = async (id: string): Promise<ServerView | undefined> =>
  (await state()).servers.find(({ serverId }) => serverId === id);
const put = (path: string, body: object): Promise<Response> =>
  page.ask(path, { method: "PUT", body: JSON.stringify(body) });

describe("pasted servers", () => {
  beforeEach(() => open({ allowed: true }));

  const entry = scriptedServerCommand("normal");

  test.each([
    ["a whole configuration", JSON.stringify({ mcpServers: { pasted: entry } })],
    ["what is inside of mcpServers", JSON.stringify({ pasted: entry })],
    ["one entry with its name", `"pasted": ${JSON.stringify(entry)},`],
    [
      "an entry in a configuration with comments",
      `{ // mine\n "mcpServers": { "pasted": ${JSON.stringify(entry)}, }, }`,
    ],
  ])("%s is added, started, and its tools are the chat's", async (_, text) => {
    expect(await add(text)).toEqual({
      status: 201,
      added: ["pasted"],
      servers: [{ serverId: "pasted", transport: "stdio", about: "node" }],
      problems: [],
      warnings: [],
    });
    await expect.poll(async () => (await server("pasted"))?.state).toBe("connected");
    await expect.poll(() => page.wiki.tools.registry.get("pasted__echo")).toBeDefined();
    expect(await server("pasted")).toMatchObject({ origin: "page", removable: true, sandbox: "host" });
  });

  test("a bare entry gets a name of its package, or the one that is given", async () => {
    const bare = JSON.stringify({ command: "npx", args: ["-y", "@scope/server-notes@1.2"] });
    expect((await add(bare, { check: true })).servers).toMatchObject([
      { serverId: "server-notes", about: "npx" },
    ]);
    expect((await add(bare, { check: true, serverId: "mine" })).servers).toMatchObject([
      { serverId: "mine" },
    ]);
    const remote = JSON.stringify({ url: "https://mcp.example.com/mcp?key=canary" });
    const checked = await add(remote, { check: true });
    expect(checked.servers).toEqual([
      { serverId: "mcp-example-com", transport: "streamable-http", about: "mcp.example.com" },
    ]);
    expect(JSON.stringify(checked)).not.toContain("canary");
    expect((await state()).servers.map(({ serverId }) => serverId)).toEqual(["plain"]);
  });

  test("a broken one is told with its place and what to write; the others are added", async () => {
    const text = `{ "mcpServers": {\n  "fine": ${JSON.stringify(entry)},\n  "broken": { "comand": "node" }\n} }`;
    const { status, added, problems } = await add(text);
    expect({ status, added }).toEqual({ status: 201, added: ["fine"] });
    expect(problems).toMatchObject([
      { serverId: "broken", code: "config", line: 3, pointer: expect.stringContaining("broken") },
    ]);
    expect(problems[0]?.message).toMatch(/command/);
  });

  test.each([
    ['{ "mcpServers": { "a": { "command": "node", } ', "config"],
    ["hello", "config"],
    ['{ "mcpServers": {} }', undefined],
    ['{ "mcpServers": { "a": { "command": "node", "args": "x" } } }', "config"],
    [`{ "mcpServers": { "a": { "command": "node", "env": { "K": "\${NOT_SET}" } } } }`, "config"],
  ])("%s is refused", async (text, code) => {
    const { status, added, problems } = await add(text);
    expect({ status, added }).toEqual({ status: 400, added: [] });
    if (code !== undefined) expect(problems).toEqual([expect.objectContaining({ code })]);
  });

  test("a name that is taken stays whose it is", async () => {
    const { status, problems } = await add(JSON.stringify({ plain: entry }));
    expect(status).toBe(400);
    expect(problems).toMatchObject([{ code: "id_taken", serverId: "plain" }]);
  });

  test("is taken out again with its process and tools; others are not", async () => {
    await add(JSON.stringify({ pasted: entry }));
    await expect.poll(() => page.wiki.tools.registry.get("pasted__echo")).toBeDefined();
    await using events = await openEvents(page);
    expect((await page.ask("/api/servers/plain", { method: "DELETE" })).status).toBe(400);
    expect((await page.ask("/api/servers/pasted", { method: "DELETE" })).status).toBe(204);
    await events.next((event) => event.type === "server-removed" && event.serverId === "pasted");
    expect(page.wiki.tools.registry.get("pasted__echo")).toBeUndefined();
    expect(page.wiki.fleet.processes).toEqual({ started: 2, left: 1 });
    expect((await page.ask("/api/servers/pasted", { method: "DELETE" })).status).toBe(404);
  });
});

describe("where programs run", () => {
  test("with nothing that isolates, nothing starts before somebody allows the host", async () => {
    await open({ allowed: false });
    expect((await state()).sandboxes).toMatchObject({
      chosen: "host",
      hostConsent: "needed",
      waiting: ["plain"],
      choices: [
        { id: "docker", available: false, reason: "No engine listens." },
        { id: "host", available: true, isolation: "none" },
      ],
    });
    expect(await server("plain")).toMatchObject({
      waitsFor: "host-consent",
      state: "disconnected",
      processes: [],
    });
    expect(page.wiki.fleet.processes.started).toBe(0);
    const call = { callId: "a", tool: "plain__echo", arguments: { text: "x" } };
    const refused = await page.ask("/api/calls", { method: "POST", body: JSON.stringify(call) });
    expect(await refused.json()).toMatchObject({ error: { code: "tool_not_found" } });

    await using events = await openEvents(page);
    const bad = await page.ask("/api/consent", { method: "POST", body: "{}" });
    expect(bad.status).toBe(400);
    expect(page.wiki.fleet.processes.started).toBe(0);
    const given = await page.ask("/api/consent", { method: "POST", body: '{"host":true}' });
    expect(await given.json()).toMatchObject({ hostConsent: "given", waiting: [] });
    await events.next((event) => event.type === "sandboxes" && event.sandboxes.hostConsent === "given");
    await expect.poll(async () => (await server("plain"))?.state).toBe("connected");
    expect(page.wiki.fleet.processes.started).toBe(1);
  });

  test("a server is not moved to what is not there, nor to the host unasked", async () => {
    await open({ allowed: false });
    const docker = await put("/api/servers/plain/sandbox", { sandbox: "docker" });
    expect(docker.status).toBe(400);
    expect(await docker.json()).toMatchObject({
      error: { code: "sandbox_unavailable", message: "No engine listens." },
    });
    const host = await put("/api/servers/plain/sandbox", { sandbox: "host" });
    expect(host.status).toBe(409);
    expect(await host.json()).toMatchObject({ error: { code: "host_consent_needed" } });
    expect((await put("/api/servers/plain/sandbox", { sandbox: "moon" })).status).toBe(400);
    expect((await put("/api/servers/nobody/sandbox", { sandbox: "host" })).status).toBe(404);
  });

  test("a server that is moved runs anew in the other place", async () => {
    await open({ allowed: true });
    const before = (await server("plain"))?.processes;
    const moved = await put("/api/servers/plain/sandbox", { sandbox: "host" });
    expect(moved.status).toBe(200);
    await expect.poll(async () => (await server("plain"))?.state).toBe("connected");
    const after = (await server("plain"))?.processes;
    expect(after).toHaveLength(1);
    expect(after).not.toEqual(before);
    expect(page.wiki.fleet.processes).toEqual({ started: 2, left: 1 });
  });
});
