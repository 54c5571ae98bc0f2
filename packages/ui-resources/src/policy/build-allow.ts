import { attempt } from "../data/attempt.ts";
import { isPlainObject } from "../data/plain-object.ts";
import { type UiProblem, uiProblem } from "../data/ui-problem.ts";
import type { UiPermission, UiPermissions } from "../document/ui-document.ts";

/** What the frame of a view gets. */
export interface ViewPermissions {
  /** The `allow` attribute of every frame in the chain, the proxy's included. Empty: nothing. */
  readonly allow: string;
  /** The `Permissions-Policy` header of the view: every feature denied but the granted ones. */
  readonly permissionsPolicy: string;
  /** The same for the proxy page around it, which must be able to pass them on to an opaque origin. */
  readonly proxyPermissionsPolicy: string;
  readonly granted: readonly UiPermission[];
  readonly refused: readonly UiProblem[];
}

const features: Readonly<Record<UiPermission, string>> = {
  camera: "camera",
  microphone: "microphone",
  geolocation: "geolocation",
  clipboardWrite: "clipboard-write",
};

/**
 * What browsers let a document do unless it is told not to, beside the four that a view can ask for. Left out is what
 * some browsers do not know, such as `bluetooth` and `web-share`: they would say so on the console of every page, and
 * a frame of another origin has none of it anyway where `allow` does not name it.
 */
const otherFeatures = [
  "accelerometer",
  "autoplay",
  "browsing-topics",
  "clipboard-read",
  "compute-pressure",
  "display-capture",
  "encrypted-media",
  "fullscreen",
  "gamepad",
  "gyroscope",
  "hid",
  "identity-credentials-get",
  "idle-detection",
  "keyboard-map",
  "local-fonts",
  "magnetometer",
  "midi",
  "otp-credentials",
  "payment",
  "picture-in-picture",
  "publickey-credentials-create",
  "publickey-credentials-get",
  "screen-wake-lock",
  "serial",
  "storage-access",
  "usb",
  "window-management",
  "xr-spatial-tracking",
];

/**
 * What a view may ask its browser for: what the document declares and the host grants, nothing else (SEP-1865,
 * permissions: a host may honour them). Never throws.
 */
export function buildAllow(
  permissions: UiPermissions | undefined,
  grants: readonly UiPermission[] = [],
): ViewPermissions {
  const granted: UiPermission[] = [];
  const refused: UiProblem[] = [];
  for (const name of Object.keys(features) as UiPermission[]) {
    const asked = attempt(() => (isPlainObject(permissions) ? permissions[name] : undefined));
    if (!isPlainObject(asked)) continue;
    if (grants.includes(name)) granted.push(name);
    else refused.push(uiProblem("not-allowed", "The host does not grant it.", `permissions.${name}`));
  }
  const policy = (allowlist: string): string =>
    [
      ...Object.entries(features).map(
        ([name, feature]) => `${feature}=${granted.includes(name as UiPermission) ? allowlist : "()"}`,
      ),
      ...otherFeatures.map((feature) => `${feature}=()`),
    ].join(", ");
  return Object.freeze({
    allow: granted.map((name) => features[name]).join("; "),
    permissionsPolicy: policy("(self)"),
    proxyPermissionsPolicy: policy("*"),
    granted: Object.freeze(granted),
    refused: Object.freeze(refused),
  });
}
