import { createSlot } from './slot.ts'

/** A question whose modal is open, and the function that answers it. */
export interface OpenQuestion {
  text: string
  answer: (yes: boolean) => void
}

/** The question that the modal shows. */
export const openQuestion = createSlot<OpenQuestion>()

/**
 * Asks over whatever screen is there; answers whether it was 'Sim'. Another question takes the place of an open one.
 */
export function confirmAction(text: string): Promise<boolean> {
  openQuestion.get()?.answer(false)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  openQuestion.set({
    text,
    answer: (yes) => {
      openQuestion.set(null)
      resolve(yes)
    },
  })
  return promise
}
