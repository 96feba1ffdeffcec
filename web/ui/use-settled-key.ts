import { useState } from 'react'

/**
 * Returns the React key and the listeners of an element below the rows of a list, such as the pager. The key changes
 * when the rows arrive: React then replaces the element, because moving it would be a layout shift (decision 73). It
 * does not change if the user has already used the element, which would otherwise lose the focus and an open menu.
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
