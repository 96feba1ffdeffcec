import type { ConfirmedOperation } from '../../contract/confirmations.ts'

/** The writes that wait for proof of identity, and a sentence that describes them. */
export interface ConfirmationRequest {
  describe: string
  operations: readonly ConfirmedOperation[]
}

/** A request whose modal is open. */
export interface OpenConfirmation extends ConfirmationRequest {
  /** Closes the modal and hands over the code that authorises the writes. */
  confirm: (code: string) => void
  /** Closes the modal without a code. */
  cancel: () => void
}

/** Thrown where the person closed the modal or is no longer signed in: that is no failure, so nothing is told. */
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
