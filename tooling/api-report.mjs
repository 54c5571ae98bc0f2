// How API reports are called and kept: packages/<package>/api/<entry point>.api.md.

/** The report of an entry point: `index.api.md` for ".", `testkit.api.md` for "./testkit". */
export function reportName(subpath) {
  return `${reportStem(subpath)}.api.md`;
}

/** {@link reportName} without its endings. */
export function reportStem(subpath) {
  return subpath === "." ? "index" : subpath.slice(2).replaceAll("/", ".");
}
