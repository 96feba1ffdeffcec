import { useRouter } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { storePasskeyOwner } from '../passkeys/passkey-owner.ts'
import { storage } from '../storage.ts'
import { storeStep } from './stored-step.ts'
import { MfaModal } from './mfa-modal.tsx'
import type { MfaChallenge } from './use-mfa.ts'
import { finishSignIn } from './finish-sign-in.ts'
import type { SignInStep } from './use-sign-in.ts'

// Most sign-ins need neither of these, so they are loaded on demand.
const FirstAccessModal = lazy(() => import('./first-access-modal.tsx'))
const ExpiredPasswordModal = lazy(() => import('./expired-password-modal.tsx'))

interface SignInStepModalProps {
  step: SignInStep
  /** Called after a correct code if the password has expired. */
  onExpired: (email: string) => void
  onClose: (message?: string) => void
  /** Called when the typed password is no longer valid, so that its field is cleared. */
  onPasswordGone: () => void
}

/** Modal of the step after the password: code, first access, or expired password (portal.md §2). */
export default function SignInStepModal({
  step,
  onExpired,
  onClose,
  onPasswordGone,
}: SignInStepModalProps) {
  const router = useRouter()
  const complete = (
    { email, destinations }: MfaChallenge,
    result: SuccessOf<Api['userChangeMfa']>,
  ) => {
    if (!result.expired) {
      storeStep(null)
      finishSignIn(router, result)
      return storePasskeyOwner(destinations.WEB_AUTHN !== undefined)
    }
    storage.set('tempToken', result.access_token)
    onExpired(email)
  }
  const leave = () => {
    onPasswordGone()
    onClose()
  }
  if (step.kind === 'mfa') {
    return (
      <MfaModal
        challenge={step.challenge}
        onSent={(challenge) => storeStep({ kind: 'mfa', challenge })}
        onSignedIn={(result) => complete(step.challenge, result)}
        onClose={onClose}
      />
    )
  }
  return (
    <Suspense>
      {step.kind === 'first-access' ? (
        <FirstAccessModal access={step.access} onClose={leave} />
      ) : (
        <ExpiredPasswordModal email={step.email} onClose={leave} />
      )}
    </Suspense>
  )
}
