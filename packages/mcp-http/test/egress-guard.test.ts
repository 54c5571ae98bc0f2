import ipaddr from "ipaddr.js";
import { expect, test } from "vitest";
import { classifyAddress } from "../src/egress/address-class.ts";
import { createEgressGuard } from "../src/egress/egress-guard.ts";

const guard = createEgressGuard(ipaddr, undefined, "s");
const check = (url: string, allow: readonly string[] = []): string => {
  const asked = allow.length === 0 ? guard : createEgressGuard(ipaddr, { allow }, "s");
  try {
    return asked.check(new URL(url));
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  ["https://example.com/mcp", "public"],
  ["https://8.8.8.8/", "public"],
  ["https://[2606:4700::1111]/", "public"],
  ["http://127.0.0.1:3000/", "loopback"],
  ["https://127.8.9.10/", "loopback"],
  ["http://[::1]:3000/", "loopback"],
  ["http://localhost:3000/", "loopback"],
  ["http://LOCALHOST./", "loopback"],
  ["http://api.localhost/", "loopback"],
  ["http://[::ffff:127.0.0.1]/", "loopback"],
])("%s is let through as %s", (url, policy) => {
  expect(check(url)).toBe(policy);
});

test.each([
  ["https://10.0.0.1/", "private"],
  ["https://172.16.0.1/", "private"],
  ["https://192.168.1.1/", "private"],
  ["https://100.64.0.1/", "carrier-grade-nat"],
  ["https://100.100.100.200/", "carrier-grade-nat"],
  ["https://169.254.169.254/", "link-local"],
  ["https://168.63.129.16/", "metadata"],
  ["https://192.0.0.192/", "reserved"],
  ["https://0.0.0.0/", "unspecified"],
  ["https://0/", "unspecified"],
  ["https://224.0.0.1/", "multicast"],
  ["https://255.255.255.255/", "broadcast"],
  ["https://0xA000001/", "private"],
  ["https://167772161/", "private"],
  ["https://0251.0376.0251.0376/", "link-local"],
  ["https://10.1/", "private"],
  ["https://①⓪.0.0.1/", "private"],
  ["https://[::]/", "unspecified"],
  ["https://[::ffff:10.0.0.1]/", "private"],
  ["https://[::ffff:a9fe:a9fe]/", "link-local"],
  ["https://[::10.0.0.1]/", "reserved"],
  ["https://[64:ff9b::a00:1]/", "private"],
  ["https://[64:ff9b:1::a00:1]/", "rfc6052"],
  ["https://[2002:a00:1::]/", "6to4"],
  ["https://[2001:0:1::1]/", "teredo"],
  ["https://[fc00::1]/", "unique-local"],
  ["https://[fd00:ec2::254]/", "unique-local"],
  ["https://[fe80::1]/", "link-local"],
  ["https://[fec0::1]/", "deprecated-site-local"],
  ["https://[ff02::1]/", "multicast"],
  ["https://[4000::1]/", "reserved"],
])("%s is refused as %s, with the key to set", (url, range) => {
  const message = check(url);
  expect(message).toContain(`a ${range} address`);
  const target = new URL(url).host;
  expect(message).toContain(`egress: { allow: ["${target}:443"] }`);
  expect(check(url, [`${target}:443`])).toBe("any");
  expect(check(url, [`${target}:444`])).toContain("address");
});

test("http beyond loopback is refused unless declared", () => {
  expect(check("http://example.com:8080/mcp")).toContain('egress: { allow: ["example.com:8080"] }');
  expect(check("http://8.8.8.8/")).toContain('egress: { allow: ["8.8.8.8:80"] }');
  expect(check("http://Example.com:8080/mcp", ["EXAMPLE.com:8080"])).toBe("any");
});

test("what is no web URL, or holds credentials, is refused without repeating them", () => {
  expect(check("ftp://example.com/")).toContain("/url");
  expect(check("https://user:canary@example.com/")).toContain("user name or a password");
  expect(check("https://user:canary@example.com/")).not.toContain("canary");
});

test.each(["example.com", "https://example.com:443", "example.com:port", "a:b:1", "user@host:1", ":443"])(
  "%s is no entry of the list",
  (entry) => {
    expect(() => createEgressGuard(ipaddr, { allow: [entry] })).toThrowError(
      expect.objectContaining({ code: "config", pointer: "/egress/allow/0" }),
    );
  },
);

test("of the addresses of a name only those its policy lets pass are used", () => {
  const mixed = [{ address: "10.0.0.1" }, { address: "8.8.8.8" }, { address: "fd00::1" }];
  expect(guard.permitted("a.test:443", "public", mixed)).toEqual([{ address: "8.8.8.8" }]);
  expect(guard.permitted("a.test:443", "any", mixed)).toEqual(mixed);
  expect(() => guard.permitted("localhost:80", "loopback", mixed)).toThrowError(/egress/);
  expect(() => guard.permitted("a.test:443", "public", [{ address: "127.0.0.1" }])).toThrowError(
    expect.objectContaining({ code: "config", outcome: "not-sent", retryable: false, serverId: "s" }),
  );
  expect(() => guard.permitted("a.test:443", "public", [])).toThrowError(/egress/);
});

test("a refusal says what kind of address it was, not which", () => {
  expect(() => guard.permitted("a.test:443", "public", [{ address: "10.11.12.13" }])).toThrowError(
    expect.objectContaining({ message: expect.not.stringContaining("10.11.12.13") }),
  );
});

test("what is no address has no class", () => {
  expect(classifyAddress(ipaddr, "example.com")).toBeUndefined();
  expect(classifyAddress(ipaddr, "")).toBeUndefined();
});
