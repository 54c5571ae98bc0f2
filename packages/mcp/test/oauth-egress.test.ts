import { createMcpTransport, type HttpTransportOptions } from "@x/mcp";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type GuardedServer, startGuardedServer } from "./fixtures/guarded-server.ts";

let server: GuardedServer;

beforeEach(async () => {
  server = await startGuardedServer();
});
afterEach(() => server[Symbol.asyncDispose]());

/** What connecting fails with where the server names this issuer for authorization. */
async function refusal(issuer: string, http: HttpTransportOptions = {}): Promise<unknown> {
  server.publish({ authorization_servers: [issuer] });
  const config = {
    kind: "streamable-http",
    serverId: "guarded",
    url: server.url,
    auth: { mode: "oauth2" },
  } as const;
  await using transport = createMcpTransport(config, {
    http,
    auth: { interaction: { authorize: async () => ({ kind: "declined" }) } },
  });
  return await transport.connect().catch((error: unknown) => error);
}

test.each([
  "https://10.0.0.1",
  "https://10.1",
  "https://0x0a000001",
  "https://167772161",
  "https://012.0.0.1",
  "https://172.16.0.1",
  "https://192.168.1.1",
  "https://169.254.169.254",
  "https://2852039166",
  "https://0xa9fea9fe",
  "https://100.64.0.1",
  "https://0.0.0.0",
  "https://168.63.129.16",
  "https://[fd00::1]",
  "https://[fe80::1]",
  "https://[::ffff:10.0.0.1]",
  "https://[64:ff9b::a9fe:a9fe]",
])("an authorization server at %s is not reached", async (issuer) => {
  expect(await refusal(issuer)).toMatchObject({ code: "auth", authCode: "egress_blocked", retry: "never" });
});

test("a name that leads to a private address, now or the second time, is not reached", async () => {
  for (const address of ["10.0.0.1", "169.254.169.254", "127.0.0.1"]) {
    const asked: string[] = [];
    const resolve: NonNullable<HttpTransportOptions["resolve"]> = async (hostname) => {
      asked.push(hostname);
      return [{ address, family: 4 }];
    };
    expect(await refusal("https://rebind.example", { resolve })).toMatchObject({
      authCode: "egress_blocked",
    });
    // What was resolved is what is connected to: nobody asks twice.
    expect(asked).toEqual(["rebind.example"]);
  }
});

test("the refusal names the host of the issuer and not what it resolves to", async () => {
  const resolve: NonNullable<HttpTransportOptions["resolve"]> = async () => [
    { address: "10.9.8.7", family: 4 },
  ];
  const error = await refusal("https://inner.example", { resolve });
  expect(String(error)).toContain("inner.example");
  expect(`${error}${JSON.stringify(error)}${(error as Error).stack}`).not.toContain("10.9.8.7");
});
