import type { JSX } from "preact";
import { useStore } from "../store/page-store.ts";
import { Icon } from "./icon.tsx";
import { areaOf, type Route } from "./route.ts";

/** The two areas of the page, with how the servers are. */
export function AreaLinks({ route }: { readonly route: Route }): JSX.Element {
  const { servers } = useStore();
  const area = areaOf(route);
  const all = servers.servers.value;
  const connected = all.filter(({ state }) => state === "connected").length;
  const health = connected === all.length ? "good" : connected === 0 ? "bad" : "wait";
  return (
    <>
      <a href="#/" aria-current={area === "wiki" ? "true" : undefined}>
        <Icon name="book" />
        <span>Wiki</span>
      </a>
      <a href="#/servers" aria-current={area === "servers" ? "true" : undefined}>
        <Icon name="servers" />
        <span>Servers</span>
        {all.length > 0 && (
          <span class="count" data-health={health} title={`${connected} of ${all.length} connected`}>
            {connected}/{all.length}
          </span>
        )}
      </a>
    </>
  );
}
