/** Names that resolve, or usually resolve, inside a network. */
const privateSuffixes = [
  "localhost",
  "local",
  "localdomain",
  "internal",
  "intranet",
  "lan",
  "home",
  "corp",
  "private",
  "home.arpa",
];

/** True for loopback, private, link-local, shared and reserved IPv4 addresses, and for names without a public domain. */
export function isPrivateHost(host: string): boolean {
  const labels = host.split(".");
  if (labels.length === 1) return true;
  if (privateSuffixes.some((suffix) => host === suffix || host.endsWith(`.${suffix}`))) return true;
  if (!/^\d+(?:\.\d+){3}$/.test(host)) return false;
  const [a = 0, b = 0, c = 0] = labels.map(Number);
  return (
    a === 0 ||
    a === 10 ||
    a === 127 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b <= 127) ||
    (a === 169 && b === 254) ||
    (a === 172 && b >= 16 && b <= 31) ||
    (a === 192 && b === 168) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 198 && (b === 18 || b === 19)) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113)
  );
}
