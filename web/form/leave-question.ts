import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { tabSession } from '../api/tab-place.ts'
import { confirmAction, type Question } from '../ui/confirm-action.ts'

/** Questions about changes that would be lost now. */
const open = new Set<Question>()
let leaving = false

/**
 * Asks the question before the user leaves by a link, back, reload, closing the tab, signing out or switching company.
 * Null if nothing would be lost. The question object must keep its identity between renders.
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

/** After a sign-out the user cannot stay, and the next user must not be asked about another user's changes. */
const mayStay = (): boolean => tabSession() !== 'none'

/** Asks all open questions; returns whether every answer was 'Sim'. */
export async function mayLeave(): Promise<boolean> {
  for (const question of open) if (!(await confirmAction(question))) return false
  return true
}

/** Loads a URL in place of this document. The browser does not ask again after `mayLeave`. */
export function leaveFor(address: string): void {
  leaving = true
  location.assign(address)
}
