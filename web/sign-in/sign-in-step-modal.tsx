import { lazy, Suspense } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { MfaModal } from './mfa-modal.tsx'
import type { SignInStep } from './use-sign-in.ts'

// Most people never see these two: they are loaded when somebody does.
const FirstAccessModal = lazy(() => import('../passwords/first-access-modal.tsx'))
const ExpiredPasswordModal = lazy(() => import('../passwords/expired-password-modal.tsx'))

interface SignInStepModalProps {
  step: SignInStep
  onSignedIn: (email: string, answer: SuccessOf<Api['userChangeMfa']>) => void
  onClose: (message?: string) => void
  /** Called when the typed password is no longer valid, so that its field is emptied. */
  onPasswordGone: () => void
}

/** The modal of the step that follows the password: code, first access, or expired password (portal.md §2). */
export function SignInStepModal({
  step,
  onSignedIn,
  onClose,
  onPasswordGone,
}: SignInStepModalProps) {
  const leave = () => {
    onPasswordGone()
    onClose()
  }
  if (step.kind === 'mfa') {
    return (
      <MfaModal
        challenge={step.challenge}
        onSignedIn={(answer) => onSignedIn(step.challenge.email, answer)}
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
