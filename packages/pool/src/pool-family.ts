import { ConfigError, McpProtocolError, type McpServerConfig, memoryStore, systemClock } from "@x/mcp-core";
import { createChangeQueue } from "./change-queue.ts";
import { createMemberPool, type MemberPool, type PoolConfiguration } from "./member-pool.ts";
import { createMemberSet, type MemberSet, type StopOptions } from "./member-set.ts";
import { planChanges } from "./plan-changes.ts";
import type { McpPoolOptions } from "./pool-options.ts";
import { poolSettings } from "./pool-settings.ts";
import { type PortBatch, preparePorts } from "./port-batch.ts";
import { createPortMaker } from "./resting/port-maker.ts";
import { checkServers } from "./server-declarations.ts";
import type { McpTransportPool } from "./transport-pool.ts";

/** The pool of one principal. */
interface Kin extends MemberPool {
  readonly set: MemberSet;
  readonly principal: string;
}

/**
 * The pools of all principals over one set of declarations; returns that of the first. What changes the
 * declarations changes every pool.
 */
export function createPoolFamily(options: McpPoolOptions): McpTransportPool {
  const clock = options.clock ?? systemClock();
  const settings = poolSettings({ ...options, clock });
  const shared = {
    store: options.store ?? memoryStore({ clock }),
    handlers: options.handlers ?? {},
    clock,
    ...(options.extensions === undefined ? {} : { extensions: options.extensions }),
  };
  const first = options.principal ?? "default";
  const configs = new Map<string, McpServerConfig>();
  /** Ids that are being changed: the old server's events must not be taken for those of a new one. */
  const reserved = new Set([settings.serverId]);
  const change = createChangeQueue(reserved);
  const family = new Map<string, Kin>();
  let stopped = false;

  const check = (servers: readonly McpServerConfig[], taken: ReadonlySet<string>): void => {
    if (stopped) throw stoppedError(settings.serverId);
    checkServers(servers, Object.keys(options.factories), taken);
  };

  const make = createPortMaker(options, shared);

  const install = (config: McpServerConfig, batch: PortBatch): void => {
    configs.set(config.serverId, config);
    for (const { principal, set, open } of family.values())
      open(set.attach(config.serverId, batch.take(config, principal)));
  };

  const uninstall = async (serverIds: readonly string[]): Promise<void> => {
    for (const serverId of serverIds) configs.delete(serverId);
    const sets = [...family.values()].map(({ set }) => set);
    await allEnded(serverIds.flatMap((serverId) => sets.map((set) => set.detach(serverId))));
  };

  const configuration: PoolConfiguration = {
    as(principal) {
      const known = family.get(principal);
      if (known !== undefined) return known.pool;
      if (stopped) throw stoppedError(settings.serverId);
      checkPrincipal(principal);
      return adopt(principal);
    },
    add(config) {
      check([config], new Set([...configs.keys(), ...reserved]));
      install(config, preparePorts(make, [config], [...family.keys()]));
    },
    remove: (serverId) => change([serverId], () => uninstall([serverId])),
    async reconfigure(next) {
      check(next, new Set([settings.serverId]));
      await change(
        next.map(({ serverId }) => serverId),
        async () => {
          if (stopped) throw stoppedError(settings.serverId);
          const { removed, changed, added } = planChanges(configs, next);
          // For everybody before anybody gets one: a factory that throws changes nothing.
          const batch = preparePorts(make, [...changed, ...added], [...family.keys()]);
          try {
            await uninstall([...removed, ...changed.map(({ serverId }) => serverId)]);
            if (stopped) throw stoppedError(settings.serverId);
            for (const config of [...changed, ...added]) install(config, batch);
          } finally {
            await batch.discard();
          }
          for (const { set } of family.values()) set.arrange(next.map(({ serverId }) => serverId));
        },
      );
    },
  };

  const adopt = (principal: string): McpTransportPool => {
    const batch = preparePorts(make, configs.values(), [principal]);
    const set = createMemberSet({ ...settings, owned: true });
    const end = async (stopOptions: StopOptions): Promise<void> => {
      if (principal === first) {
        stopped = true;
        const others = [...family.values()].filter((kin) => kin.principal !== first);
        await allEnded([set.stop(stopOptions), ...others.map(({ pool }) => pool.stop(stopOptions))]);
      } else {
        family.delete(principal);
        await set.stop(stopOptions);
      }
    };
    const kin = { ...createMemberPool(set, { ...settings, configuration, end }), set, principal };
    family.set(principal, kin);
    for (const config of configs.values()) set.attach(config.serverId, batch.take(config, principal));
    return kin.pool;
  };

  checkPrincipal(first);
  check(options.servers, reserved);
  for (const config of options.servers) configs.set(config.serverId, config);
  return adopt(first);
}

async function allEnded(ends: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(ends);
  const failed = results.find((result) => result.status === "rejected");
  if (failed !== undefined) throw failed.reason;
}

/** An empty principal is a mistake that would make strangers share a connection. */
function checkPrincipal(principal: unknown): void {
  if (typeof principal === "string" && principal !== "") return;
  throw new ConfigError({
    pointer: "/principal",
    problem: 'a principal is a non-empty string that names one user or tenant, such as "user-7".',
  });
}

function stoppedError(serverId: string): McpProtocolError {
  return new McpProtocolError({
    phase: "connect",
    code: "closed",
    message: "The pool is stopped. Make a new one.",
    serverId,
    outcome: "not-sent",
  });
}
