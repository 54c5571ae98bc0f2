import { type McpState, type McpTransportPort, systemClock } from "@x/mcp";
import { describe, expect, it } from "vitest";
import { createLazyPort } from "../src/lazy-port.ts";
import { type FakePort, fakePort } from "./fixtures/fake-port.ts";

function lazy(load?: () => Promise<McpTransportPort>): {
  readonly port: McpTransportPort;
  readonly inner: FakePort;
  loads(): number;
} {
  const inner = fakePort("a");
  let loads = 0;
  const port = createLazyPort({
    serverId: "a",
    clock: systemClock(),
    load: () => {
      loads++;
      return load?.() ?? Promise.resolve(inner);
    },
  });
  return { port, inner, loads: () => loads };
}

describe("a port that is loaded later", () => {
  it("is disconnected and loads nothing until it is used", async () => {
    const { port, loads } = lazy();
    expect([port.serverId, port.state, port.serverInfo, port.quarantined]).toEqual([
      "a",
      "disconnected",
      undefined,
      [],
    ]);
    port.on("noise", () => {});
    await new Promise((resolve) => setTimeout(resolve));
    expect(loads()).toBe(0);
  });

  it("is loaded once by whatever comes first, and is then what was loaded", async () => {
    const { port, inner, loads } = lazy();
    await Promise.all([port.callTool("t", {}), port.listTools(), port.connect(), port.request("ping", {})]);
    await port.reconnect();
    expect(loads()).toBe(1);
    expect(inner.log.toSorted()).toEqual(["call t", "connect", "list", "reconnect", "request ping"]);
    expect(port.serverInfo).toBe(inner.serverInfo);
    expect(port.quarantined).toBe(inner.quarantined);
    expect(port.state).toBe("connected");
    await port.stop();
    expect(port.state).toBe("closed");
  });

  it("keeps subscriptions made before, and lets go of those that ended", async () => {
    const { port, inner } = lazy();
    const seen: McpState[] = [];
    const off = port.onStateChange((state) => seen.push(state));
    port.on("noise", () => {})();
    await port.connect();
    expect(seen).toEqual(["connected"]);
    expect(inner.listening("noise")).toBe(false);
    off();
    expect(inner.listening("state")).toBe(false);
    const later = port.on("tools", () => {});
    expect(inner.listening("tools")).toBe(true);
    later();
    expect(inner.listening("tools")).toBe(false);
    await port.stop();
  });

  it("that is stopped before its first use loads nothing, says so once and stays closed", async () => {
    const { port, loads } = lazy();
    const seen: unknown[] = [];
    port.onStateChange((state, previous, { reason }) => seen.push([state, previous, reason]));
    await Promise.all([port.stop(), port.stop(), port[Symbol.asyncDispose]()]);
    expect(port.state).toBe("closed");
    expect(seen).toEqual([["closed", "disconnected", "stopped"]]);
    await expect(port.callTool("t", {})).rejects.toMatchObject({
      code: "closed",
      outcome: "not-sent",
      serverId: "a",
    });
    expect(loads()).toBe(0);
  });

  it("that is stopped while it loads stops what was loaded", async () => {
    let finish = (): void => {};
    const inner = fakePort("a");
    const { port } = lazy(() => new Promise((resolve) => (finish = () => resolve(inner))));
    const connecting = port.connect().catch(() => "failed");
    const stopping = port.stop();
    finish();
    await stopping;
    await connecting;
    expect(inner.log.at(-1)).toBe("stop");
    expect(port.state).toBe("closed");
  });

  it("tells why it could not be loaded, and tries again", async () => {
    const inner = fakePort("a");
    let broken = true;
    const { port, loads } = lazy(async () => {
      if (broken) throw new Error("no such module");
      return inner;
    });
    await expect(port.connect()).rejects.toThrow("no such module");
    broken = false;
    await port.connect();
    expect(loads()).toBe(2);
    await port.stop();
  });

  it("lets a caller give up while it loads", async () => {
    const { port } = lazy(() => new Promise(() => {}));
    const call = port.callTool("t", {}, { signal: AbortSignal.timeout(5) });
    await expect(call).rejects.toMatchObject({ code: "cancelled", outcome: "not-sent" });
  });
});
