import type { Change } from './change-list.tsx'
import { createModalStore } from './modal-store.ts'

/** A yes/no question: the title of the modal and optional details. */
export interface Question {
  text: string
  /** The record concerned: 'Perfil: Balcão'. */
  about?: string
  /** Consequence of 'Sim'. */
  consequence?: string
  /** Changes that 'Sim' saves. */
  changes?: readonly Change[]
  /** True if 'Sim' removes something. Its button then has the danger colour. */
  danger?: boolean
}

/** Consequence of leaving a form with unsaved changes. */
export const lostChanges = 'O que foi alterado e não foi salvo será perdido.'

/** A question whose modal is open, with the function that answers it. */
export interface OpenQuestion extends Question {
  answer: (yes: boolean) => void
}

/** The open question, rendered by `ConfirmActionModal`. */
export const openQuestion = createModalStore<OpenQuestion>()

/**
 * Opens the question in a modal and resolves to true for 'Sim'. A question that is already open is closed with 'Não'.
 */
export function confirmAction(question: string | Question): Promise<boolean> {
  openQuestion.get()?.answer(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  openQuestion.set({
    ...(typeof question === 'string' ? { text: question } : question),
    answer: (yes) => {
      openQuestion.set(null)
      resolve(yes)
    },
  })
  return promise
}
