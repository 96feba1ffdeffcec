import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { tabSession } from '../api/tab-place.ts'
import { confirmAction, type Question } from '../ui/confirm-action.ts'

/** Questions of the mounted forms with unsaved changes. */
const open = new Set<Question>()
let leaving = false

/**
 * Asks the question before the user leaves by a link, back, reload, closing the tab, signing out or switching company.
 * `question` is null if nothing would be lost; otherwise it must be the same object in every render.
 */
export function useLeaveQuestion(question: Question | null): void {
  useEffect(() => {
    if (!question) return undefined
    open.add(question)
    return () => void open.delete(question)
  }, [question])
  useBlocker({
    disabled: question === null,
    enableBeforeUnload: () => !leaving && mayStay(),
    shouldBlockFn: async () => question !== null && mayStay() && !(await confirmAction(question)),
  })
}

/**
 * Whether the user could stay on the screen. After a sign-out they cannot, and the next user must not be asked about
 * another user's changes.
 */
const mayStay = (): boolean => tabSession() !== 'none'

/** Asks all open questions; returns whether every answer was 'Sim'. */
export async function mayLeave(): Promise<boolean> {
  for (const question of open) if (!(await confirmAction(question))) return false
  return true
}

/** Loads a URL in place of this document. The browser does not ask again after `mayLeave`. */
export function leaveWithoutAsking(address: string): void {
  leaving = true
  location.assign(address)
}
