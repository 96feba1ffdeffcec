import type { ConfirmedOperation } from '../../contract/confirmations.ts'

/** Writes that wait for proof of identity, and what they do in words. */
export interface ConfirmationRequest {
  describe: string
  operations: readonly ConfirmedOperation[]
}

/** A request that is in front of a person. */
export interface OpenConfirmation extends ConfirmationRequest {
  /** Tells the code that opens the writes. */
  confirm: (code: string) => void
  /** Closes without it. */
  cancel: () => void
}

/** The person closed the modal, or is no longer signed in: no failure, so nothing is told. */
export class ConfirmationCancelled extends Error {
  constructor() {
    super('The confirmation of identity was cancelled.')
    this.name = 'ConfirmationCancelled'
  }
}

let open: OpenConfirmation | null = null
const listeners = new Set<() => void>()

function show(confirmation: OpenConfirmation | null): void {
  open = confirmation
  for (const listener of listeners) listener()
}

/** The request that the modal shows, for `useSyncExternalStore`. */
export const openConfirmation = {
  get: (): OpenConfirmation | null => open,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** Opens the modal over whatever screen is there and answers the code; for `confirm-identity.ts`. */
export function askToConfirm(request: ConfirmationRequest): Promise<string> {
  open?.cancel()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  show({
    ...request,
    confirm: (code) => {
      show(null)
      resolve(code)
    },
    cancel: () => {
      show(null)
      reject(new ConfirmationCancelled())
    },
  })
  return promise
}
