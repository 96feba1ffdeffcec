import { createModalStore } from './modal-store.ts'

/** Milliseconds that 'Desfazer' is offered after a write (issue 35). */
export const undoTime = 10_000

/** Offer to undo the last write. */
export interface UndoOffer {
  /** What was done: 'Visão “Bloqueados” excluída.' */
  message: string
  /**
   * Sends the opposite write by its normal operation. Reports refusals itself. Resolves to `cancelled` if the user closed
   * its confirmation; the offer then opens again.
   */
  undo: () => Promise<unknown>
  /** Path of the screen to which the write leads. The offer stays open there. */
  leadsTo?: string | undefined
}

/** The open offer, rendered by `UndoToast`. Each offer is a new object, so that its time starts again. */
export const openUndo = createModalStore<UndoOffer>()

/** Offers to undo a write for ten seconds. Replaces an earlier offer. */
export const offerUndo = (offer: UndoOffer): void => openUndo.set({ ...offer })
