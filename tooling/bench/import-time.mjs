// Child of the bench: `node import-time.mjs <specifier>` prints the CPU ms that importing it costs.
const begin = process.cpuUsage();
const started = performance.now();
await import(process.argv[2]);
const { user, system } = process.cpuUsage(begin);
process.stdout.write(JSON.stringify({ cpuMs: (user + system) / 1000, wallMs: performance.now() - started }));
