import { useSyncExternalStore } from 'react'

/** Choices of appearance that are stored in this browser. They survive the end of the session. */
type Preference = 'density' | 'columns'

/** Storage of the choices. `ui` must not import `storage.ts`, so `app.tsx` passes it in. */
interface PreferenceStorage {
  get: (key: Preference) => string | null
  set: (key: Preference, value: string) => void
  subscribe: (listener: () => void) => () => void
}

let storage: PreferenceStorage | undefined

export function setPreferenceStorage(value: PreferenceStorage): void {
  storage = value
}

const subscribe = (listener: () => void) => storage?.subscribe(listener) ?? (() => undefined)

/** Stored text of a choice; null if the user has not chosen. */
export const usePreference = (key: Preference): string | null =>
  useSyncExternalStore(subscribe, () => storage?.get(key) ?? null)

export const getPreference = (key: Preference): string | null => storage?.get(key) ?? null

export function setPreference(key: Preference, value: string): void {
  storage?.set(key, value)
}
