import { useSyncExternalStore } from 'react'
import { storage } from '../storage.ts'

type Density = 'compact' | 'comfortable'

/** The height of rows that a person chose in this browser, for every table. */
export function useDensity(): Density {
  const kept = useSyncExternalStore(storage.subscribe, () => storage.get('density'))
  return kept === 'comfortable' ? kept : 'compact'
}

/** Keeps the choice in this browser, also when the session ends. */
export function chooseDensity(density: Density): void {
  storage.set('density', density)
}
