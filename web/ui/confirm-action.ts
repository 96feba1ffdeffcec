/** A question whose modal is open, and the function that answers it. */
export interface OpenQuestion {
  text: string
  answer: (yes: boolean) => void
}

let open: OpenQuestion | null = null
const listeners = new Set<() => void>()

function show(question: OpenQuestion | null): void {
  open = question
  for (const listener of listeners) listener()
}

/** The question that the modal shows, for `useSyncExternalStore`. */
export const openQuestion = {
  get: (): OpenQuestion | null => open,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/**
 * Asks over whatever screen is there; answers whether it was 'Sim'. Another question takes the place of an open one.
 */
export function confirmAction(text: string): Promise<boolean> {
  open?.answer(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  show({
    text,
    answer: (yes) => {
      show(null)
      resolve(yes)
    },
  })
  return promise
}
