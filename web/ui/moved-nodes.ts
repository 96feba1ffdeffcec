/**
 * Lets React go on in a page whose text another program moved: a translator of the browser, or an extension, wraps text
 * nodes in elements of its own or replaces them. React then asks a parent to remove, or insert before, a node that is no
 * child of it any more; the DOM throws, and the screen is lost (facebook/react#11538). The pages ask not to be
 * translated; who translates anyway may see a word of before, but loses nothing.
 */
export function tolerateMovedNodes(): void {
  // Both are called with a parent as `this`.
  // oxlint-disable-next-line typescript/unbound-method
  const { removeChild, insertBefore } = Node.prototype
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode !== null && this.contains(child)) removeChild.call(child.parentNode, child)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(
    this: Node,
    node: T,
    before: Node | null,
  ): T {
    insertBefore.call(this, node, before && childWith(this, before))
    return node
  }
}

/** The child of a parent that is this node or holds it now; null where the node is elsewhere. */
function childWith(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child !== null && child.parentNode !== parent) child = child.parentNode
  return child
}
