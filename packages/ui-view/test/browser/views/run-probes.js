// Runs probes all at once and says of each how it ended. Nothing that a probe does keeps another from running.

/** @param {Record<string, () => unknown>} probes */
globalThis.runProbes = async (probes) => {
  const endings = Object.entries(probes).map(async ([name, probe]) => {
    try {
      return [name, await Promise.race([probe(), patience()])];
    } catch (error) {
      return [name, `refused: ${error.name}`];
    }
  });
  return Object.fromEntries(await Promise.all(endings));
};

/** Some probes are never told that they were blocked. */
function patience() {
  return new Promise((resolve) => setTimeout(resolve, 1_500, "no ending"));
}
