// Child of the bench: `node run-subject.mjs <subject> <scenario>` prints one figure as JSON.
import { scenarios } from "./scenarios.mjs";

const [, , name, scenario] = process.argv;
if (name === "bare") process.stdout.write(JSON.stringify(process.memoryUsage.rss() / 1024 / 1024));
else {
  const subject = await import(`./subjects/${name}.mjs`);
  process.stdout.write(JSON.stringify(await scenarios[scenario].run(subject)));
}
