import { mfaTypes, ownCodes, secondFactors } from '../../contract/mfa-types.ts'
import { storage } from '../storage.ts'
import type { SignInStep } from './use-sign-in.ts'

/**
 * Stores the code step of a sign-in in this tab, so that a reload does not lose the challenge. Only the session handle,
 * e-mail and masked destinations are stored. A first access, which needs the temporary password, starts again.
 */
export function storeStep(step: SignInStep | null): void {
  if (step?.kind === 'mfa') storage.set('sign_in_step', JSON.stringify(step.challenge))
  else storage.remove('sign_in_step')
}

/** Returns the stored step. The server decides whether its challenge is still open. */
export function storedStep(): SignInStep | null {
  const stored = parse(storage.get('sign_in_step'))
  if (!isRecord(stored)) return null
  const { session, email, destinations, sentBy } = stored
  if (typeof session !== 'string' || typeof email !== 'string' || !isRecord(destinations))
    return null
  const valid = secondFactors.flatMap((type) => {
    const to = destinations[type]
    return typeof to === 'string' ? [[type, to] as const] : []
  })
  return {
    kind: 'mfa',
    challenge: {
      session,
      email,
      destinations: Object.fromEntries(valid),
      sentBy: [...mfaTypes, ...ownCodes].find((type) => type === sentBy) ?? null,
    },
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Parses JSON. A value that is not JSON counts as absent. */
function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}
