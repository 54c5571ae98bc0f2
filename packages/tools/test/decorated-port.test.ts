import { memoryResultStore, withApproval, withPolicy, withResultBudget } from "@x/tools";
import { withTelemetry } from "@x/tools/otel";
import { describe, expect, it } from "vitest";
import { type FakePort, fakePort } from "./fixtures/fake-port.ts";

const decorators: Readonly<Record<string, (port: FakePort) => FakePort>> = {
  policy: withPolicy({}),
  approval: withApproval(() => true),
  "a result budget": withResultBudget({ store: memoryResultStore() }),
  telemetry: withTelemetry({}),
};

describe.each(Object.entries(decorators))("a port with %s", (_name, decorate) => {
  it("is closed by the language, as the port in it is", async () => {
    const inner = fakePort("files");
    {
      await using port = decorate(inner);
      // A compiler may write `await using` out; the engine of Node 24 takes no bound function there.
      expect(port[Symbol.asyncDispose].name).not.toMatch(/^bound /);
      expect(port.state).toBe(inner.state);
    }
    expect(inner.state).toBe("closed");
  });
});
