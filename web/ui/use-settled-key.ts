import { useState } from 'react'

/**
 * Returns the key of an element that follows rows. It changes when the rows arrive, so that the element of the skeleton
 * is replaced, because moving it would be a layout shift (decision 73). The key stays if the user has begun to use the
 * element, which would otherwise lose the focus and an open menu. The element takes `listeners`.
 */
export function useSettledKey(loading: boolean) {
  const [used, setUsed] = useState(false)
  const onUse = loading ? () => setUsed(true) : undefined
  return {
    key: loading || used ? 'loading' : 'loaded',
    // A press does not focus a button in every browser.
    listeners: { onFocus: onUse, onPointerDown: onUse },
  }
}

export type UseListeners = ReturnType<typeof useSettledKey>['listeners']
