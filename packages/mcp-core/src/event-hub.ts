import type { McpEvent } from "./event.ts";

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
 * Makes an event hub. A handler that throws disturbs neither the port nor the other handlers: its error is
 * thrown in a microtask of its own, as `EventTarget` does, so that it is seen and not swallowed.
 */
export function createEventHub(): McpEventHub {
  const handlers = new Map<McpEvent["type"], Set<(event: never) => void>>();
  return {
    on(type, handler) {
      const set = handlers.get(type) ?? new Set();
      handlers.set(type, set);
      // A wrapper of its own, so that subscribing one function twice needs two unsubscriptions.
      const entry = (event: never): void => handler(event);
      set.add(entry);
      return () => {
        set.delete(entry);
        if (set.size === 0 && handlers.get(type) === set) handlers.delete(type);
      };
    },
    emit(event) {
      for (const handler of [...(handlers.get(event.type) ?? [])]) {
        try {
          handler(event as never);
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
        }
      }
    },
    has: (type) => handlers.has(type),
    clear: () => handlers.clear(),
  };
}
