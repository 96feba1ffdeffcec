/** External store for the content of one modal; null while the modal is closed. Use with `useSyncExternalStore`. */
export interface ModalStore<Content> {
  get: () => Content | null
  set: (content: Content | null) => void
  /** Calls `listener` after every change; returns the unsubscribe function. */
  subscribe: (listener: () => void) => () => void
}

export function createModalStore<Content>(): ModalStore<Content> {
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
