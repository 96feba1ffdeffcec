import type { ConfirmedOperation } from '../../contract/confirmations.ts'
import type { Change } from '../ui/change-list.tsx'
import { createModalStore } from '../ui/modal-store.ts'

/** What a person confirms, in words. */
export interface Described {
  /** One sentence, 'Salvar o serviço Portabilidade'. */
  describe: string
  /** What the save changes, where it changes something that is there. */
  changes?: readonly Change[]
  /** What follows, where that is not plain from the sentence. */
  consequence?: string
  /** Whether it takes something away from somebody; the button says so by its colour. */
  danger?: boolean
}

/** The writes that wait for proof of identity, and what describes them. */
export interface ConfirmationRequest extends Described {
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

/** The request that the modal shows. */
export const openConfirmation = createModalStore<OpenConfirmation>()

/** Opens the modal over whatever screen is there and answers the code; for `confirm-identity.ts`. */
export function askToConfirm(request: ConfirmationRequest): Promise<string> {
  openConfirmation.get()?.cancel()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  openConfirmation.set({
    ...request,
    confirm: (code) => {
      openConfirmation.set(null)
      resolve(code)
    },
    cancel: () => {
      openConfirmation.set(null)
      reject(new ConfirmationCancelled())
    },
  })
  return promise
}
