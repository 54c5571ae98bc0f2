/** The legacy revisions we speak, the preferred one first. */
export const legacyVersions: readonly string[] = [
  "2025-11-25",
  "2025-06-18",
  "2025-03-26",
  "2024-11-05",
  "2024-10-07",
];

/** The modern revisions we speak, the preferred one first. */
export const modernVersions: readonly string[] = ["2026-07-28"];

/** The revision that made the protocol stateless. Revisions are dates, so they compare as text. */
const firstModern = "2026-07-28";

/** Whether a revision belongs to the stateless era. */
export function isModernVersion(version: string): boolean {
  return version >= firstModern;
}

/**
 * Whether a legacy handshake can go on with the revision a server answered. A dated revision between the oldest we
 * know and the first stateless one is taken even where we do not know it: within that era revisions only added,
 * and nothing we read is trusted unseen. (Refusing them broke clients each time a revision came out.)
 */
export function acceptsLegacyVersion(version: string): "known" | "unknown" | "refused" {
  if (legacyVersions.includes(version)) return "known";
  const dated = /^\d{4}-\d{2}-\d{2}$/.test(version);
  return dated && version > "2024-10-07" && version < firstModern ? "unknown" : "refused";
}
