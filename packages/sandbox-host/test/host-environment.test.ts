import { hostEnvironment } from "@x/sandbox-host/process";
import { expect, test } from "vitest";

test("passes on what a program needs and nothing else", () => {
  const host = { HOME: "/home/a", PATH: "/bin", TERM: "dumb", AWS_SECRET_ACCESS_KEY: "canary" };
  expect(hostEnvironment(host)).toEqual({ HOME: "/home/a", PATH: "/bin", TERM: "dumb", SHLVL: "1" });
});

test("counts one shell above, also where the host's shell has counted itself down", () => {
  expect(hostEnvironment({ SHLVL: "0" })).toEqual({ SHLVL: "1" });
});
