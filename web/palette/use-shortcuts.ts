import { useEffect, useEffectEvent } from 'react'
import { storage } from '../storage.ts'

interface Shortcuts {
  onPalette: () => void
  onHelp: () => void
}

/** Handles Ctrl+K or ⌘K, and `?` outside of fields; not while a dialog or menu is open. */
export function useShortcuts({ onPalette, onHelp }: Shortcuts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || document.querySelector('[aria-modal="true"], [role="menu"]')) return
    const command = event.ctrlKey || event.metaKey
    if (command && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      onPalette()
    } else if (!command && event.key === '?' && !isField(event.target) && singleKeys.on()) {
      event.preventDefault()
      onHelp()
    }
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}

function isField(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select') !== null
}

/** Whether shortcuts without Ctrl are enabled. Speech-input users must be able to disable them (WCAG 2.1.4). */
export const singleKeys = {
  on: () => storage.get('single_keys') !== 'off',
  set: (on: boolean) => {
    if (on) storage.remove('single_keys')
    else storage.set('single_keys', 'off')
  },
}
