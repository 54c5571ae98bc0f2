import { type Authenticator, withAuth } from "@x/auth";
import { expect, test } from "vitest";
import { postTo, recordingSend } from "./support/recording-send.ts";

const url = "https://mcp.example.com/mcp";

test("a refused request is sent once more where that can help, and no more than once", async () => {
  let generation = 0;
  const authenticator: Authenticator = {
    apply: async (request) => ({
      request: { ...request, headers: { authorization: `Bearer g${++generation}` } },
      secrets: [],
    }),
    refused: async () => "retry",
    status: () => ({ state: "ready" }),
  };
  const once = recordingSend(({ headers }) => (headers.authorization === "Bearer g2" ? 200 : 401));
  const response = await withAuth(authenticator, new URL(url))(once.send)(postTo(url));
  expect(response.status).toBe(200);
  expect(once.requests).toHaveLength(2);

  const never = recordingSend(() => 401);
  await expect(withAuth(authenticator, new URL(url))(never.send)(postTo(url))).rejects.toMatchObject({
    code: "auth",
    authCode: "credentials_rejected",
  });
  expect(never.requests).toHaveLength(2);
});
