import { mfaTypes } from '../../contract/mfa-types.ts'
import { storage } from '../storage.ts'
import type { SignInStep } from './use-sign-in.ts'

/**
 * Keeps the code step of a sign-in in this tab, so that a reload does not lose the code that is on its way. Only handle,
 * e-mail and masked destinations are kept: a first access, which needs the temporary password, begins anew.
 */
export function keepStep(step: SignInStep | null): void {
  if (step?.kind === 'mfa') storage.set('sign_in_step', JSON.stringify(step.challenge))
  else storage.remove('sign_in_step')
}

/** The kept step. The server decides whether the challenge is still open, when it is answered. */
export function keptStep(): SignInStep | null {
  const kept = parse(storage.get('sign_in_step'))
  if (!isRecord(kept)) return null
  const { session, email, destinations, sentBy } = kept
  if (typeof session !== 'string' || typeof email !== 'string' || !isRecord(destinations))
    return null
  const known = mfaTypes.flatMap((type) => {
    const to = destinations[type]
    return typeof to === 'string' ? [[type, to] as const] : []
  })
  return {
    kind: 'mfa',
    challenge: {
      session,
      email,
      destinations: Object.fromEntries(known),
      sentBy: mfaTypes.find((type) => type === sentBy) ?? null,
    },
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Parses by hand: the sign-in page loads no schemas (decision 37). A value that isn't JSON counts as absent. */
function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
