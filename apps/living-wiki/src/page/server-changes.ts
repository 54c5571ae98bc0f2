import { isJsonObject } from "@x/mcp";
import { Hono } from "hono";
import type { AddServersRequest, AddServersResult, PastedProblem } from "../contract/add-servers.ts";
import type { SandboxId } from "../contract/sandbox-view.ts";
import { toErrorView } from "../live/error-view.ts";
import type { LiveWiki } from "../live/live-wiki.ts";
import type { Wiki } from "../open-wiki.ts";
import { pastedView, readPastedServers } from "../servers/pasted-servers.ts";
import { badRequest, notFound, type RefusalBody } from "./refusals.ts";

const sandboxIds: ReadonlySet<unknown> = new Set<SandboxId>(["bwrap", "docker", "host"]);

/** Adding servers, taking them out, and saying where they run. */
export function serverChangeRoutes({ fleet, places, variables }: Wiki, live: LiveWiki): Hono {
  return new Hono()
    .post("/servers", async (c) => {
      const request = readRequest(await c.req.json().catch(() => undefined));
      if (request === undefined) return badRequest(c, "expected { text, sandbox? } with something to read.");
      const read = await readPastedServers(request.text, request.serverId, (name) => variables[name]);
      const result = { servers: read.servers.map(pastedView), warnings: read.warnings };
      if (request.check) return c.json<AddServersResult>({ added: [], problems: read.problems, ...result });
      const added: string[] = [];
      const problems: PastedProblem[] = [...read.problems];
      for (const server of read.servers) {
        const { serverId } = server.declaration;
        try {
          fleet.add({ ...server, ...(request.sandbox === undefined ? {} : { sandbox: request.sandbox }) });
          added.push(serverId);
        } catch (error) {
          problems.push({ ...toErrorView(error), code: "id_taken", serverId });
        }
      }
      return c.json<AddServersResult>({ added, problems, ...result }, added.length > 0 ? 201 : 400);
    })
    .delete("/servers/:serverId", async (c) => {
      const serverId = c.req.param("serverId");
      const server = fleet.get(serverId);
      if (server === undefined) return notFound(c, "There is no such server.");
      if (server.origin !== "page")
        return badRequest(c, "Only servers that were added here can be taken out.");
      await fleet.remove(serverId);
      return c.body(null, 204);
    })
    .put("/servers/:serverId/sandbox", async (c) => {
      const body: unknown = await c.req.json().catch(() => undefined);
      const serverId = c.req.param("serverId");
      if (fleet.get(serverId) === undefined) return notFound(c, "There is no such server.");
      if (!isJsonObject(body) || !sandboxIds.has(body.sandbox))
        return badRequest(c, 'expected { sandbox } with "bwrap", "docker" or "host".');
      const wanted = body.sandbox as SandboxId;
      const missing = places.missing(wanted);
      if (missing !== undefined) {
        const message = [missing.reason, missing.remedy].filter((part) => part !== undefined).join(" ");
        return c.json<RefusalBody>(
          { error: { name: "RequestError", code: "sandbox_unavailable", message } },
          400,
        );
      }
      if (wanted === "host" && !places.hostAllowed) {
        const message = "Say first that programs may run on this machine, as you.";
        return c.json<RefusalBody>(
          { error: { name: "RequestError", code: "host_consent_needed", message } },
          409,
        );
      }
      await fleet.move(serverId, wanted);
      return c.json({ server: live.servers.server(serverId) });
    })
    .post("/consent", async (c) => {
      const body: unknown = await c.req.json().catch(() => undefined);
      if (!isJsonObject(body) || body.host !== true) return badRequest(c, "expected { host: true }.");
      places.allowHost();
      return c.json(live.sandboxes);
    });
}

function readRequest(body: unknown): AddServersRequest | undefined {
  if (!isJsonObject(body) || typeof body.text !== "string" || body.text.trim() === "") return undefined;
  const { text, serverId, sandbox, check } = body;
  if (sandbox !== undefined && !sandboxIds.has(sandbox)) return undefined;
  return {
    text,
    ...(typeof serverId === "string" && serverId !== "" ? { serverId } : {}),
    ...(sandbox === undefined ? {} : { sandbox: sandbox as SandboxId }),
    ...(check === true ? { check } : {}),
  };
}
