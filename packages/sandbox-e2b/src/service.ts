import {
  type ControlOptions,
  type CreateOptions,
  type E2bClient,
  type ListedMachine,
  loadClient,
  type Machine,
} from "./e2b-client.ts";
import { type FailedRequest, toSandboxError } from "./e2b-error.ts";
import type { E2bNetwork } from "./options.ts";
import type { Settings } from "./settings.ts";

/** The control API, as far as it is used. Every method rejects with a `SandboxError`. */
export interface Service {
  create(metadata: Readonly<Record<string, string>>, signal: AbortSignal | undefined): Promise<Machine>;
  renew(id: string, signal: AbortSignal): Promise<void>;
  /** A machine that is gone already is no failure. */
  end(id: string): Promise<void>;
  list(metadata: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<readonly ListedMachine[]>;
}

const defaultTemplate = "base";

/** Makes the control API of these settings. Nothing is asked yet. */
export function createService(settings: Settings): Service {
  const call = async <T>(
    request: FailedRequest & { readonly timeoutMs: number },
    run: (client: E2bClient, options: ControlOptions) => Promise<T>,
  ): Promise<T> => {
    try {
      const client = await loadClient();
      return await run(client, await controlOptions(settings, request.timeoutMs, request.signal));
    } catch (error) {
      throw toSandboxError(error, request);
    }
  };
  const { requestTimeoutMs: timeoutMs } = settings;
  return {
    create: (metadata, signal) =>
      call(
        { what: "create a machine", failure: "unavailable", signal, timeoutMs: settings.startTimeoutMs },
        (client, options) =>
          client.create(settings.template ?? defaultTemplate, {
            ...options,
            ...networkOptions(settings.network),
            timeoutMs: settings.lifetimeMs,
            metadata: { ...metadata },
          }),
      ),
    renew: (id, signal) =>
      call({ what: "renew a machine's life", failure: "state_lost", signal, timeoutMs }, (client, options) =>
        client.setTimeout(id, settings.lifetimeMs, options),
      ),
    end: (id) =>
      call({ what: "end a machine", failure: "state_lost", timeoutMs }, async (client, options) => {
        await client.kill(id, options);
      }),
    list: (metadata, signal) =>
      call({ what: "list machines", failure: "unavailable", signal, timeoutMs }, async (client, options) => {
        const pages = client.list({ ...options, query: { metadata: { ...metadata } } });
        const machines: ListedMachine[] = [];
        while (pages.hasNext) machines.push(...(await pages.nextItems()));
        return machines;
      }),
  };
}

async function controlOptions(
  settings: Settings,
  requestTimeoutMs: number,
  signal: AbortSignal | undefined,
): Promise<ControlOptions> {
  const { apiKey, apiUrl, sandboxUrl, domain } = settings;
  const key = typeof apiKey === "function" ? await apiKey() : apiKey;
  return {
    // Else a variable of the environment could send programs to a server on this host.
    debug: false,
    retries: 0,
    requestTimeoutMs,
    ...(key === undefined ? {} : { apiKey: key }),
    ...(apiUrl === undefined ? {} : { apiUrl }),
    ...(sandboxUrl === undefined ? {} : { sandboxUrl }),
    ...(domain === undefined ? {} : { domain }),
    ...(signal === undefined ? {} : { signal }),
  };
}

function networkOptions(network: E2bNetwork): Pick<CreateOptions, "allowInternetAccess" | "network"> {
  if (network === "none") return { allowInternetAccess: false };
  if (network === "internet") return { allowInternetAccess: true };
  const { allow, deny } = network;
  return {
    allowInternetAccess: true,
    network: {
      ...(allow === undefined ? {} : { allowOut: [...allow] }),
      ...(deny === undefined ? {} : { denyOut: [...deny] }),
    },
  };
}
