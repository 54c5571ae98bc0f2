import type { McpViewElement, McpViewProperties } from "./mcp-view-element.ts";
import { createParkingPlace } from "./parking-place.ts";
import { createViewController } from "./view-controller.ts";
import { viewPropertyNames } from "./view-property-names.ts";
import type { ViewRun } from "./view-run.ts";

/**
 * Registers `<mcp-view>`, once; does nothing where there is no DOM, so that a page rendered on a server may call it.
 * `registry` is that of the window whose documents show views; default: this one's.
 */
export function defineMcpView(registry: CustomElementRegistry | undefined = globalThis.customElements): void {
  if (registry === undefined || registry.get("mcp-view") !== undefined) return;
  registry.define("mcp-view", createElementClass());
}

/** Made on demand: `HTMLElement` is only there where there is a DOM. */
function createElementClass(): CustomElementConstructor {
  const parking = createParkingPlace<ViewRun>();
  class McpView extends HTMLElement {
    readonly #controller = createViewController(
      this as unknown as McpViewElement,
      this.attachShadow({ mode: "open" }),
      parking,
    );

    get state() {
      return this.#controller.state;
    }
    get displayMode() {
      return this.#controller.run?.snapshot.displayMode ?? "inline";
    }
    get snapshot() {
      return this.#controller.run?.snapshot;
    }
    connectedCallback(): void {
      this.#takeEarlyProperties();
      this.#controller.resume();
    }
    disconnectedCallback(): void {
      this.#controller.disconnected();
    }
    /** Being moved (`moveBefore`) changes nothing: without this method it would count as taken out and put in. */
    connectedMoveCallback(): void {}

    /** What was set before the element was defined hides the accessors. */
    #takeEarlyProperties(): void {
      for (const name of viewPropertyNames) {
        if (!Object.hasOwn(this, name)) continue;
        const early = this as Partial<McpViewProperties>;
        const value = early[name];
        delete early[name];
        Object.assign(this, { [name]: value });
      }
    }
    static {
      for (const name of viewPropertyNames)
        Object.defineProperty(McpView.prototype, name, {
          configurable: true,
          enumerable: true,
          get(this: McpView) {
            return this.#controller.get(name);
          },
          set(this: McpView, value: never) {
            this.#controller.set(name, value);
          },
        });
      for (const name of ["setDisplayMode", "teardown", "park", "resume", "kill", "retry"] as const)
        Object.defineProperty(McpView.prototype, name, {
          configurable: true,
          value(this: McpView, argument: never) {
            return this.#controller[name](argument);
          },
        });
    }
  }
  return McpView;
}
