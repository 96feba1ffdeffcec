import { useSyncExternalStore } from 'react'

type Density = 'compact' | 'comfortable'

/** Where the choice is kept. The kit knows no storage, so `show-app.tsx` says it. */
interface DensityKeeper {
  get: () => string | null
  set: (density: Density) => void
  subscribe: (listener: () => void) => () => void
}

let keeper: DensityKeeper | undefined

export function keepDensityIn(given: DensityKeeper): void {
  keeper = given
}

const subscribe = (listener: () => void) => keeper?.subscribe(listener) ?? (() => undefined)

/** The height of rows that a person chose in this browser, for every table. */
export function useDensity(): Density {
  const kept = useSyncExternalStore(subscribe, () => keeper?.get())
  return kept === 'comfortable' ? kept : 'compact'
}

/** Keeps the choice in this browser, also when the session ends. */
export function chooseDensity(density: Density): void {
  keeper?.set(density)
}
