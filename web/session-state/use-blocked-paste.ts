import { useState, type SyntheticEvent } from 'react'
import { blocksPaste } from './clipboard-guard.ts'

/**
 * Whether a paste into one of the fields was blocked since the last input, and the handlers for the element around the
 * fields.
 */
export function useBlockedPaste() {
  const [isBlocked, setBlocked] = useState(false)
  const onPaste = ({ nativeEvent }: SyntheticEvent) => {
    if (blocksPaste(nativeEvent)) setBlocked(true)
  }
  return {
    isBlocked,
    handlers: { onPaste, onContextMenu: onPaste, onInput: () => setBlocked(false) },
  }
}
