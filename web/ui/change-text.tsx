import { cloneElement, isValidElement, type ReactNode } from 'react'

/** Applies `change` to every piece of text inside a React node. */
export function changeText(node: ReactNode, change: (text: string) => ReactNode): ReactNode {
  if (typeof node === 'string' || typeof node === 'number') return change(String(node))
  if (Array.isArray(node)) {
    return node.map((each: ReactNode, index) => <Part key={index}>{changeText(each, change)}</Part>)
  }
  if (!isValidElement<{ children?: ReactNode }>(node)) return node
  const { children } = node.props
  return typeof children === 'function' || children === undefined
    ? node
    : cloneElement(node, {}, changeText(children, change))
}

function Part({ children }: { children: ReactNode }) {
  return children
}
