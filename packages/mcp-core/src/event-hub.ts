import type { McpEvent } from "./event.ts";
import { isolateHandler } from "./isolate-handler.ts";

/** Where a port's subscribers live. */
export interface McpEventHub {
  on<T extends McpEvent["type"]>(
    type: T,
    handler: (event: Extract<McpEvent, { type: T }>) => void,
  ): () => void;
  emit(event: McpEvent): void;
  /** True where an event of that type has a subscriber: lets a hot path skip building it. */
  has(type: McpEvent["type"]): boolean;
  /** Forgets every subscriber. */
  clear(): void;
}

/**
 * Makes an event hub. A handler that throws or rejects disturbs neither the port nor the other handlers, and stays
 * subscribed. Its first error is an event `handler-failed`; where nobody subscribed to those, it is thrown in a
 * microtask of its own, as `EventTarget` does, so that it is seen and not swallowed.
 */
export function createEventHub(): McpEventHub {
  const handlers = new Map<McpEvent["type"], Set<(event: never) => void>>();
  const failed = (error: unknown, { type, serverId, at }: McpEvent): boolean => {
    if (type === "handler-failed" || !handlers.has("handler-failed")) return false;
    hub.emit({ type: "handler-failed", serverId, at, of: type, error });
    return true;
  };
  const hub: McpEventHub = {
    on(type, handler) {
      const set = handlers.get(type) ?? new Set();
      handlers.set(type, set);
      // A wrapper of its own, so that subscribing one function twice needs two unsubscriptions.
      const entry = isolateHandler(handler as (event: never) => void, failed);
      set.add(entry);
      return () => {
        set.delete(entry);
        if (set.size === 0 && handlers.get(type) === set) handlers.delete(type);
      };
    },
    emit(event) {
      for (const handler of [...(handlers.get(event.type) ?? [])]) handler(event as never);
    },
    has: (type) => handlers.has(type),
    clear: () => handlers.clear(),
  };
  return hub;
}
