import type { McpEvent, McpEventHub, McpTransportPort } from "@x/mcp-core";

type EventType = McpEvent["type"];

/** Passes the events of many transports on, and asks a transport only for those that somebody wants. */
export interface EventRelay {
  on<T extends EventType>(type: T, handler: (event: Extract<McpEvent, { type: T }>) => void): () => void;
  attach(port: McpTransportPort): void;
  detach(port: McpTransportPort): void;
}

/**
 * Makes a relay onto a hub. A transport builds a costly event, such as one for each call, only while it has a
 * subscriber; the relay is one only while it has one itself. Types in `ownTypes` reach the hub another way.
 */
export function createEventRelay(hub: McpEventHub, ownTypes: ReadonlySet<EventType>): EventRelay {
  const wanted = new Map<EventType, number>();
  const ports = new Map<McpTransportPort, Map<EventType, () => void>>();

  const subscribe = (port: McpTransportPort, type: EventType): void => {
    ports.get(port)?.set(
      type,
      port.on(type, (event) => hub.emit(event)),
    );
  };

  const unsubscribe = (port: McpTransportPort, type: EventType): void => {
    ports.get(port)?.get(type)?.();
    ports.get(port)?.delete(type);
  };

  const want = (type: EventType): void => {
    const count = wanted.get(type) ?? 0;
    wanted.set(type, count + 1);
    if (count === 0) for (const port of ports.keys()) subscribe(port, type);
  };

  const unwant = (type: EventType): void => {
    const count = (wanted.get(type) ?? 0) - 1;
    if (count > 0) wanted.set(type, count);
    else {
      wanted.delete(type);
      for (const port of ports.keys()) unsubscribe(port, type);
    }
  };

  return {
    on(type, handler) {
      const off = hub.on(type, handler);
      if (ownTypes.has(type)) return off;
      want(type);
      let subscribed = true;
      return () => {
        off();
        if (subscribed) unwant(type);
        subscribed = false;
      };
    },
    attach(port) {
      ports.set(port, new Map());
      for (const type of wanted.keys()) subscribe(port, type);
    },
    detach(port) {
      for (const type of [...(ports.get(port)?.keys() ?? [])]) unsubscribe(port, type);
      ports.delete(port);
    },
  };
}
