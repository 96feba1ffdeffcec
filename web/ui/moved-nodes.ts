/**
 * Makes React tolerate text nodes that another program has moved. A browser translator or an extension wraps or
 * replaces text nodes. React then calls `removeChild` or `insertBefore` with a node that is no longer a child of the
 * parent; the DOM throws and the screen is lost (facebook/react#11538). With this patch a translated page may show
 * outdated text, but keeps working.
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
    insertBefore.call(this, node, before && childContaining(this, before))
    return node
  }
}

/** Returns the child of `parent` that is or contains `node`; null if `node` is elsewhere. */
function childContaining(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child !== null && child.parentNode !== parent) child = child.parentNode
  return child
}
