import { buildAllow } from "@x/ui-resources";
import { describe, expect, it } from "vitest";

describe("permissions", () => {
  it("are given where the document asks and the host grants", () => {
    const { allow, granted, refused, permissionsPolicy, proxyPermissionsPolicy } = buildAllow(
      { camera: {}, clipboardWrite: {} },
      ["camera", "microphone"],
    );
    expect(allow).toBe("camera");
    expect(granted).toEqual(["camera"]);
    expect(refused).toMatchObject([{ code: "not-allowed", at: "permissions.clipboardWrite" }]);
    expect(permissionsPolicy).toContain("camera=(self), microphone=(), geolocation=(), clipboard-write=()");
    expect(proxyPermissionsPolicy).toContain("camera=*, microphone=()");
    for (const feature of ["usb", "payment", "display-capture", "fullscreen", "clipboard-read"])
      expect(permissionsPolicy).toContain(`${feature}=()`);
  });

  it("are none by default", () => {
    expect(buildAllow(undefined)).toMatchObject({ allow: "", granted: [], refused: [] });
    expect(buildAllow({ camera: {}, microphone: {} }).allow).toBe("");
    expect(buildAllow(undefined, ["camera"]).allow).toBe("");
  });

  it("can be all four", () => {
    const all = { camera: {}, microphone: {}, geolocation: {}, clipboardWrite: {} };
    expect(buildAllow(all, ["clipboardWrite", "geolocation", "microphone", "camera"]).allow).toBe(
      "camera; microphone; geolocation; clipboard-write",
    );
  });

  it.each([
    7,
    [],
    "camera",
    { camera: true },
    { camera: null },
    { "camera; fullscreen": {} },
    Object.defineProperty({}, "camera", {
      get: () => {
        throw new Error("read me not");
      },
    }),
  ])("are none for a hostile declaration (%#)", (permissions) => {
    expect(buildAllow(permissions as never, ["camera"]).allow).toBe("");
  });
});
