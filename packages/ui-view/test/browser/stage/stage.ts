import { createMcpViewCallHandler, type McpViewCall, type McpViewServers } from "@x/ui-server";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { type Attacker, startAttacker } from "./attacker.ts";
import { launchBrowser } from "./browser.ts";
import { type HostRoutes, startHostOrigin } from "./host-origin.ts";
import { type SandboxOrigin, startSandboxOrigin } from "./sandbox-origin.ts";
import { openStagePage, type StagePage } from "./stage-page.ts";

/** Options of {@link openStage}. */
export interface StageOptions {
  /** Whose tools views may call. Default: nobody's. */
  readonly servers?: McpViewServers;
  /** Decides about calls on the application's side. Default: all may be made. */
  readonly approve?: (call: McpViewCall) => boolean | Promise<boolean>;
  /** What else the application's origin answers. */
  readonly routes?: HostRoutes;
  /** Further flags for the browser. */
  readonly flags?: readonly string[];
}

/** The application's origin, the sandbox, an attacker, and a browser: three sites on loopback, all parts real. */
export interface Stage extends AsyncDisposable {
  readonly host: string;
  readonly sandbox: SandboxOrigin;
  readonly attacker: Attacker;
  readonly browser: Browser;
  /** Opens the application's page in a browser context of its own. */
  open(options?: BrowserContextOptions): Promise<StagePage>;
  /** Resolves when whatever left the browser before has reached the attacker. */
  allArrived(): Promise<void>;
}

/** Opens the stage. */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const { servers = {}, approve = () => true, routes = {}, flags = [] } = options;
  const attacker = await startAttacker();
  let handleCall: ReturnType<typeof createMcpViewCallHandler> | undefined;
  const host = await startHostOrigin({
    ...routes,
    "/calls": async (request) => {
      handleCall ??= createMcpViewCallHandler({ servers, approve, hostOrigins: [host.origin] });
      return handleCall(request);
    },
  });
  const declarable = [attacker.origin, attacker.origin.replace("http:", "ws:")];
  const sandbox = await startSandboxOrigin(host.origin, declarable);
  const browser = await launchBrowser(flags);
  return {
    host: host.origin,
    sandbox,
    attacker,
    browser,
    open: (contextOptions = {}) => openStagePage({ browser, sandbox, host: host.origin, contextOptions }),
    async allArrived() {
      const canary = await browser.newPage();
      await canary.goto(host.origin);
      await canary.evaluate((url) => fetch(url), `${attacker.origin}/hit/canary.txt`);
      await attacker.hit("canary");
      await canary.close();
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      for (const part of [sandbox, host, attacker]) await part[Symbol.asyncDispose]();
    },
  };
}
