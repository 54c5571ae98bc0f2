/**
 * The value of a frame's `sandbox` attribute, made safe: lower case, each token once, always `allow-scripts`, and
 * never `allow-same-origin`, which would make whoever wrote the UI part of your origin. Other tokens are kept, in
 * their order.
 */
export function sanitizeSandbox(sandbox = ""): string {
  const tokens = sandbox.toLowerCase().split(/\s+/).filter(Boolean);
  return [...new Set(["allow-scripts", ...tokens])]
    .filter((token) => token !== "allow-same-origin")
    .join(" ");
}
