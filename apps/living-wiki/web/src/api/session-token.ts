const key = "living-wiki.token";
const pattern = /^#token=([\w-]+)$/;

/** Whether the address brings a token. */
export function holdsToken(): boolean {
  return pattern.test(location.hash);
}

/**
 * The token of this run. It comes behind the `#` of the printed address, which is never sent anywhere, and leaves the
 * address bar at once; kept for reloads and further tabs of this origin.
 */
export function takeToken(): string | undefined {
  const given = pattern.exec(location.hash)?.[1];
  if (given === undefined) return localStorage.getItem(key) ?? undefined;
  localStorage.setItem(key, given);
  history.replaceState(null, "", "#/");
  return given;
}
