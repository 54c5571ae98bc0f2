/** What newer browsers have: moving a node without taking it out, so that a frame keeps its document. */
interface Movable {
  moveBefore?(node: Node, child: Node | null): void;
}

/** Whether {@link moveNode} can work in this document. */
export function canMove(parent: Node): boolean {
  return typeof (parent as Movable).moveBefore === "function";
}

/** Moves a node so that a frame in it is not loaded anew; false where that is not possible. */
export function moveNode(node: Node, parent: Node): boolean {
  if (!canMove(parent) || !node.isConnected || !parent.isConnected) return false;
  if (node.ownerDocument !== parent.ownerDocument) return false;
  (parent as Movable).moveBefore?.(node, null);
  return node.parentNode === parent;
}
