/** Holds what one modal shows, or nothing, and tells those who listen; `get` and `subscribe` suit `useSyncExternalStore`. */
export interface Slot<Content> {
  get: () => Content | null
  set: (content: Content | null) => void
  /** Calls `listener` after every change; answers how to stop. */
  subscribe: (listener: () => void) => () => void
}

/** An empty slot. */
export function createSlot<Content>(): Slot<Content> {
  let current: Content | null = null
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set(content) {
      current = content
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
