import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { tabSession } from '../api/tab-place.ts'
import { confirmAction, type Question } from '../ui/confirm-action.ts'

/** What would be lost now, as its questions. */
const open = new Set<Question>()
let leaving = false

/**
 * Asks before something is lost: by a link, the way back, a reload, a closed tab, a sign-out, or the change to another
 * company. Null where nothing would be lost; a question is one object as long as it stands.
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

/** A person who is no longer signed in can't stay, and nobody is asked about what somebody else has typed. */
const mayStay = (): boolean => tabSession() !== 'none'

/** Asks each question that is open; returns whether all were answered with 'Sim'. */
export async function mayLeave(): Promise<boolean> {
  for (const question of open) if (!(await confirmAction(question))) return false
  return true
}

/** Loads an address in place of this document; the browser does not ask again what `mayLeave` has asked. */
export function leaveFor(address: string): void {
  leaving = true
  location.assign(address)
}
