import type { JSX } from "preact";
import { useStore } from "../store/page-store.ts";
import { ThemeSwitch } from "./theme-switch.tsx";

/** Name, sandbox and theme. */
export function TopBar(): JSX.Element {
  const { servers } = useStore();
  const sandbox = servers.page.value?.sandbox;
  return (
    <header class="top-bar">
      <a class="brand" href="#/">
        <img src="/icon.svg" alt="" width="28" height="28" />
        Living Wiki
      </a>
      {sandbox !== undefined && (
        <p class="sandbox" title="Servers over stdio are programs; this is what they run in.">
          Sandbox <strong>{sandbox.id}</strong>
          <span class={sandbox.isolation === "none" ? "chip chip-warning" : "chip chip-good"}>
            isolation: {sandbox.isolation}
          </span>
        </p>
      )}
      <ThemeSwitch />
    </header>
  );
}
