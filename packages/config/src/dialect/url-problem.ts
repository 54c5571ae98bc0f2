/** What is wrong with a URL, without repeating it; undefined where nothing is. */
export function urlProblem(url: string): string | undefined {
  const write = 'Write "https://mcp.example.com/mcp".';
  if (!URL.canParse(url)) return `expected a whole URL. ${write}`;
  // The parser drops them, wherever they stand.
  if (/[\s\p{Cc}]/u.test(url)) return `a URL holds no spaces and line breaks. ${write}`;
  const { protocol, username, password } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:")
    return `expected a URL of https (or http on loopback). ${write}`;
  return username === "" && password === ""
    ? undefined
    : 'a URL may not hold a user name or a password. Write them into `auth`: { "mode": "basic", … }.';
}
