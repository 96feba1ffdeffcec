import { useEffect, useEffectEvent } from 'react'
import { storage } from '../storage.ts'

interface Shortcuts {
  onPalette: () => void
  onHelp: () => void
}

/**
 * Handles Ctrl+K or ⌘K, and `?` outside of fields and menus; neither while a dialog is open. Ctrl+K closes an open menu
 * first.
 */
export function useShortcuts({ onPalette, onHelp }: Shortcuts): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.altKey || document.querySelector('[aria-modal="true"]')) return
    const command = event.ctrlKey || event.metaKey
    if (command && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      closeMenu()
      onPalette()
    } else if (!command && event.key === '?' && isFree(event.target) && singleKeys.on()) {
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

/** Returns whether a single key pressed there has no meaning of its own. */
function isFree(target: EventTarget | null): boolean {
  return !(target instanceof Element && target.closest('input, textarea, select, [role="menu"]'))
}

/** Closes the open menu by pressing its button. The button gets the focus, to which the palette later returns. */
function closeMenu(): void {
  const button = document.querySelector<HTMLElement>('[aria-haspopup="menu"][aria-expanded="true"]')
  button?.focus({ preventScroll: true })
  button?.click()
}

/** Whether shortcuts without Ctrl are enabled. Speech-input users must be able to disable them (WCAG 2.1.4). */
export const singleKeys = {
  on: () => storage.get('single_keys') !== 'off',
  set: (on: boolean) => {
    if (on) storage.remove('single_keys')
    else storage.set('single_keys', 'off')
  },
}
