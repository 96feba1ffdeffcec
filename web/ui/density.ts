import { useSyncExternalStore } from 'react'

type Density = 'compact' | 'comfortable'

/** Storage of the choice. `ui` must not import `storage.ts`, so `show-app.tsx` passes it in. */
interface DensityStorage {
  get: () => string | null
  set: (density: Density) => void
  subscribe: (listener: () => void) => () => void
}

let storage: DensityStorage | undefined

export function setDensityStorage(value: DensityStorage): void {
  storage = value
}

const subscribe = (listener: () => void) => storage?.subscribe(listener) ?? (() => undefined)

/** Row height chosen in this browser, for every table. */
export function useDensity(): Density {
  const stored = useSyncExternalStore(subscribe, () => storage?.get())
  return stored === 'comfortable' ? stored : 'compact'
}

/** Stores the choice in this browser; it survives the end of the session. */
export function chooseDensity(density: Density): void {
  storage?.set(density)
}
