import { inspect } from "node:util";
import { bashSandbox } from "@x/sandbox-bash";
import { hostSandbox } from "@x/sandbox-host";
import { expect, test } from "vitest";
import { scriptedTransport } from "../scripted-transport.ts";

test("a flood on stderr is told in bounded pieces and holds up no call", async () => {
  await using server = await scriptedTransport({ mode: "stderr-flood", bytes: 2 * 1024 * 1024 });
  await server.port.connect();
  for (let index = 0; index < 5; index++)
    expect((await server.port.callTool("echo", { text: `${index}` })).output).toBe(`${index}`);
  expect(server.of("stderr").length).toBeGreaterThan(0);
});

test.each(["process", "request"])(
  "no value of its environment or secret argument leaves a server by way of an error, an event or an inspection, one %s at a time",
  async (unit) => {
    const [env, quoted, argument] = [
      "canary-env-1234567",
      'canary "quoted"\nand in two lines',
      "canary-argument",
    ];
    await using session = await (unit === "process"
      ? hostSandbox({ allowHostExecution: true })
      : bashSandbox()
    ).open();
    await using server = await scriptedTransport("leak-environment", {
      config: { env: { SERVICE_ACCOUNT: env ?? "", PEM: quoted ?? "", API_TOKEN: "xyz" } },
      transport: { session },
    });
    await server.port.connect();
    const error = await server.port
      .callTool("leak", { secret: argument })
      .catch((failure: unknown) => failure);
    expect(error).toMatchObject({
      code: "process_exited",
      exitCode: 6,
      stderrTail: expect.stringContaining("[redacted]"),
    });
    const seen = [error, server.events, server.port, (error as Error).message, (error as Error).stack];
    const text = seen
      .map((each) => `${inspect(each, { depth: 20, showHidden: true })} ${JSON.stringify(each)}`)
      .join("\n");
    expect(text).toContain("SERVICE_ACCOUNT");
    for (const canary of [env, quoted, argument, "and in two lines", "xyz"]) {
      expect(text).not.toContain(canary);
      expect(text).not.toContain(JSON.stringify(canary).slice(1, -1));
    }
  },
);
