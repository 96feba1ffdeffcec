import type { ConfirmedOperation } from '../../contract/confirmed-operation.ts'
import type { Change } from '../ui/change-list.tsx'
import { createModalStore } from '../ui/modal-store.ts'

/** Description of what the user confirms. */
export interface Described {
  /** Question of the specification. It is the title of the modal, and its buttons are 'Sim' and 'Não'. */
  question?: string
  /** One sentence: 'Salvar o serviço Portabilidade'. */
  describe: string
  /** Changed values, if the write updates an existing record. */
  changes?: readonly Change[]
  /** Consequence, if the sentence does not make it clear. */
  consequence?: string
  /** True if the write removes something. The button then has the danger colour. */
  danger?: boolean
}

/** The writes that need the confirmation, with their description. */
export interface ConfirmationRequest extends Described {
  operations: readonly ConfirmedOperation[]
}

/** A request whose modal is open. */
export interface OpenConfirmation extends ConfirmationRequest {
  /** Closes the modal and passes on the code that authorises the writes. */
  confirm: (code: string) => void
  /** Closes the modal without a code. */
  cancel: () => void
}

/** Thrown when the user closes the modal or is signed out. Not a failure, so no message is shown. */
export class ConfirmationCancelled extends Error {
  constructor() {
    super('The confirmation of identity was cancelled.')
    this.name = 'ConfirmationCancelled'
  }
}

/** The open request, rendered by `ConfirmIdentityHost`. */
export const openConfirmation = createModalStore<OpenConfirmation>()

/** Opens the modal and resolves to the code; for `confirm-identity.ts`. */
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
