import { lazy, Suspense } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { storage } from '../storage.ts'
import { keepStep } from './kept-step.ts'
import { MfaModal } from './mfa-modal.tsx'
import { useFinishSignIn } from './use-finish-sign-in.ts'
import type { SignInStep } from './use-sign-in.ts'

// Most people never see these two: they are loaded when somebody does.
const FirstAccessModal = lazy(() => import('../passwords/first-access-modal.tsx'))
const ExpiredPasswordModal = lazy(() => import('../passwords/expired-password-modal.tsx'))

interface SignInStepModalProps {
  step: SignInStep
  /** Called where the code was right and the password has to be changed first. */
  onExpired: (email: string) => void
  onClose: (message?: string) => void
  /** Called when the typed password is no longer valid, so that its field is emptied. */
  onPasswordGone: () => void
}

/** The modal of the step that follows the password: code, first access, or expired password (portal.md §2). */
export default function SignInStepModal({
  step,
  onExpired,
  onClose,
  onPasswordGone,
}: SignInStepModalProps) {
  const finishSignIn = useFinishSignIn()
  const complete = (email: string, answer: SuccessOf<Api['userChangeMfa']>) => {
    if (!answer.expired) {
      keepStep(null)
      return finishSignIn(answer)
    }
    storage.set('tempToken', answer.access_token)
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
        onSent={(challenge) => keepStep({ kind: 'mfa', challenge })}
        onSignedIn={(answer) => complete(step.challenge.email, answer)}
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
