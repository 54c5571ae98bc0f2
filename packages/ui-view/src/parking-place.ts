import { canMove, moveNode } from "./move-node.ts";
import type { ViewClock } from "./view-clock.ts";

/** Something with a frame in it, which can wait out of sight and out of the way. */
export interface Parkable {
  readonly identity: string;
  readonly node: HTMLElement;
  /** Nobody came for it: end it with all due form. The node is still in the document until the promise settles. */
  end(): Promise<void>;
}

/** Where views wait while no element shows them, their documents alive. */
export interface ParkingPlace<Item extends Parkable> {
  /** False where this browser cannot move a frame without loading it anew, or where `node` is in no document. */
  park(item: Item, forMs: number, clock: ViewClock): boolean;
  /** Moves the view of that identity to its new place, if it waits in this document. */
  claim(identity: string, document: Document, place: HTMLElement): Item | undefined;
}

/** More views than this do not wait: the one that waits longest ends. */
const maxParked = 8;

/** A place for one registration of the element; it holds a node in a document only while something waits there. */
export function createParkingPlace<Item extends Parkable>(): ParkingPlace<Item> {
  const parked = new Map<Item, () => void>();
  const lots = new WeakMap<Document, HTMLElement>();

  function lotOf(document: Document): HTMLElement {
    const lot = lots.get(document) ?? document.createElement("div");
    lots.set(document, lot);
    if (lot.isConnected) return lot;
    lot.inert = true;
    lot.ariaHidden = "true";
    // not display: none, which would make every view lay itself out anew
    Object.assign(lot.style, {
      position: "fixed",
      visibility: "hidden",
      pointerEvents: "none",
      top: "0",
      left: "-200vw",
    });
    document.body.append(lot);
    return lot;
  }

  function leave(item: Item): void {
    parked.get(item)?.();
    parked.delete(item);
  }

  async function end(item: Item): Promise<void> {
    leave(item);
    const lot = item.node.parentElement;
    await item.end();
    item.node.remove();
    if (lot?.childElementCount === 0) lot.remove();
  }

  return {
    park(item, forMs, clock) {
      const { body } = item.node.ownerDocument;
      if (body === null || !canMove(body) || !item.node.isConnected) return false;
      item.node.style.width = `${item.node.getBoundingClientRect().width}px`;
      if (!moveNode(item.node, lotOf(item.node.ownerDocument))) return false;
      parked.set(
        item,
        clock.after(forMs, () => void end(item)),
      );
      const [oldest] = parked.keys();
      if (parked.size > maxParked && oldest !== undefined) void end(oldest);
      return true;
    },
    claim(identity, document, place) {
      const found = [...parked.keys()].find(
        (item) => item.identity === identity && item.node.ownerDocument === document,
      );
      if (found === undefined) return undefined;
      leave(found);
      const lot = found.node.parentElement;
      found.node.style.width = "";
      moveNode(found.node, place);
      if (lot?.childElementCount === 0) lot.remove();
      return found;
    },
  };
}
