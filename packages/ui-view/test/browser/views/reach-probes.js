// Ways into what is not the view's: other documents, windows, storage, the user's attention. Each probe returns what it
// got hold of, or throws. `null` means that there was nothing to get hold of.

/** @param {string} name a mark under which the embedding page can find what the probes left behind */
globalThis.reachProbes = (name) => ({
  "parent-document": () => parent.document.documentElement.tagName,
  "parent-realm": () => typeof parent.fetch,
  "top-document": () => top.document.documentElement.tagName,
  "top-realm": () => typeof top.eval,
  "frame-element": () => frameElement?.tagName ?? null,
  siblings: () => {
    const others = Array.from({ length: top.length }, (_, index) => top[index]);
    return others.find((other) => other !== self && other.document) ? "a sibling's document" : null;
  },
  cookies: () => document.cookie || null,
  "set-cookie": () => {
    // biome-ignore lint/suspicious/noDocumentCookie: this is what a hostile view does
    document.cookie = `${name}=set; path=/`;
    return document.cookie.includes(name) ? "a cookie" : null;
  },
  "local-storage": () => localStorage.getItem("of-the-host"),
  "session-storage": () => sessionStorage.setItem(name, "") ?? "session storage",
  "indexed-db": () =>
    new Promise((resolve, reject) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(`database ${request.result.name}`);
      request.onerror = () => reject(request.error);
    }),
  caches: async () => (await caches.open(name)) && "a cache",
  "file-system": async () => (await navigator.storage.getDirectory()) && "the origin's file system",
  alert: () => {
    alert(name);
    return null; // told by the dialog, which whoever drives the page sees
  },
  "top-title": () => {
    top.document.title = name;
    return "the title of the page";
  },
  "top-listener": () => {
    top.addEventListener("message", () => {});
    return "the page's messages";
  },
});
