import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { problems } from '../../contract/problems.ts'
import type { CaptchaOutcome } from './use-captcha.tsx'
import type { FirstAccess } from './first-access-modal.tsx'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'
import type { Credentials } from './credentials-form.tsx'
import { storeStep, storedStep } from './stored-step.ts'
import type { MfaChallenge } from './use-mfa.ts'

/** The step that the server requires after the password. */
export type SignInStep =
  | { kind: 'mfa'; challenge: MfaChallenge }
  | { kind: 'first-access'; access: FirstAccess }
  | { kind: 'expired-password'; email: string }

export const loadSignInStep = () => import('./sign-in-step-modal.tsx')

/** State of the sign-in after the credentials were entered (portal.md §4). */
export function useSignIn(solveCaptcha: () => Promise<CaptchaOutcome>) {
  const [error, setError] = useState<string | null>(null)
  const [step, setStep] = useState(storedStep)
  const goTo = (next: SignInStep | null) => {
    storeStep(next)
    setStep(next)
  }
  const authenticate = useMutation({
    mutationFn: async (credentials: Credentials) => {
      const solved = await solveCaptcha()
      if (solved.outcome === 'cancelled') return null
      // Preloaded in parallel; if this fails, rendering the step reports the error.
      void Promise.allSettled([loadSignInStep()])
      return call('authLocal', { credentials, captcha: solved.captcha })
    },
    onSuccess: (response, credentials) => goTo(response && stepAfter(response, credentials)),
    onError: (problem) => setError(signInMessage(problem)),
  })

  return {
    error,
    step,
    busy: authenticate.isPending,
    clearError: () => setError(null),
    submit: (credentials: Credentials) => authenticate.mutate(credentials),
    /** Called after the second step if the password has expired. */
    requireNewPassword: (email: string) => goTo({ kind: 'expired-password', email }),
    /** Returns to the credentials, with a message if the sign-in must start again. */
    startOver: (message?: string) => {
      goTo(null)
      setError(message ?? null)
    },
  }
}

function stepAfter(response: SuccessOf<Api['authLocal']>, credentials: Credentials): SignInStep {
  const { user: email, password: temporaryPassword } = credentials
  const {
    Session: session,
    ChallengeName,
    first_access: isFirst = true,
    destinations = {},
    second_proof: secondProof,
  } = response
  return ChallengeName === 'NEW_PASSWORD_REQUIRED'
    ? { kind: 'first-access', access: { session, email, temporaryPassword, isFirst, secondProof } }
    : { kind: 'mfa', challenge: { session, email, destinations, sentBy: null } }
}

/** Message for a refused sign-in (portal.md §8). */
function signInMessage(problem: Error): string {
  if (!(problem instanceof ApiProblem)) throw problem
  if (problem.status === 401) return 'Credenciais de acesso inválidas.'
  if (problem.code === 'captcha-invalid') return 'Captcha não validado.'
  // A rate limit is not an unexpected error, so the server's message is shown (rulings §4).
  const explains = problem.code === 'too-many-requests' || problem.code === 'offline'
  return explains ? problem.httpMessage : problems.internal.message
}
