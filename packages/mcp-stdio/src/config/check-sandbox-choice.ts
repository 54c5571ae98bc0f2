import { ConfigError } from "@x/mcp-core";

/**
 * Checks that there is one place to run a server in.
 *
 * @throws ConfigError where there is none, which lists the choices, or where there are two.
 */
export function checkSandboxChoice(
  { sandbox, session }: { readonly sandbox?: unknown; readonly session?: unknown },
  serverId: string,
): void {
  if (sandbox !== undefined && session !== undefined)
    throw new ConfigError({
      pointer: "/sandbox",
      serverId,
      problem:
        "a sandbox and a session are given. Give the sandbox to have a session opened and closed for the server, or the session to share it.",
    });
  if (session !== undefined || sandbox !== undefined) return;
  throw new ConfigError({
    pointer: "/sandbox",
    serverId,
    problem:
      `the stdio server "${serverId}" needs a sandbox to run in, and none is given; it is never started on the host by itself. ` +
      "Pass { sandbox } or { session } beside the declaration. Choices: a container (@x/sandbox-docker), a microVM (@x/sandbox-e2b), " +
      "Linux namespaces (@x/sandbox-bwrap), a shell without isolation (@x/sandbox-bash), or this host, in so many words: " +
      "hostSandbox({ allowHostExecution: true }) of @x/sandbox-host.",
  });
}
