import type { Change } from './change-list.tsx'
import { createModalStore } from './modal-store.ts'

/** What a person is asked, as the title of the modal has it, and what they may want to know before they answer. */
export interface Question {
  text: string
  /** The record that it is about: 'Perfil: Balcão'. */
  about?: string
  /** What follows from 'Sim'. */
  consequence?: string
  /** What 'Sim' saves. */
  changes?: readonly Change[]
  /** Whether 'Sim' takes something away from somebody: its button says so by its colour. */
  danger?: boolean
}

/** What follows where a person leaves what they have typed. */
export const lostChanges = 'O que foi alterado e não foi salvo será perdido.'

/** A question whose modal is open, and the function that answers it. */
export interface OpenQuestion extends Question {
  answer: (yes: boolean) => void
}

/** The question that the modal shows. */
export const openQuestion = createModalStore<OpenQuestion>()

/**
 * Asks over whatever screen is there; answers whether it was 'Sim'. Another question takes the place of an open one.
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
