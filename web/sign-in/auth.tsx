import { Link, useLocation, useSearch } from '@tanstack/react-router'
import { useRef, useState, type ReactElement } from 'react'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { FederatedAccess } from '../federation/federated-access.tsx'
import { PopupReturn } from '../federation/popup-return.tsx'
import { toResetPassword } from '../paths.ts'
import { useSession } from '../session-state/session.ts'
import { EntryPage } from '../ui/entry-page.tsx'
import { isPopupReturn } from './auth-arrival.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { SignedInStart } from './signed-in-start.tsx'
import { SignInStepModal } from './sign-in-step-modal.tsx'
import { useSignIn } from './use-sign-in.ts'

/** The sign-in screen (portal.md §2, §4); whoever arrives signed in is offered to go on (decision 24). */
export default function Auth(): ReactElement {
  const search = useSearch({ from: '/auth' })
  const { signedIn, userData } = useSession()
  const sentByGuard = useLocation({ select: ({ state }) => state.wanted !== undefined })
  // Whom the guard sent here has a session that is just ending; who signs in here is about to be led on.
  const [arrivedSignedIn, setArrivedSignedIn] = useState(signedIn && !sentByGuard)
  if (arrivedSignedIn && !signedIn) setArrivedSignedIn(false)

  if (isPopupReturn(search)) {
    return <PopupReturn problem={search.proof === undefined ? search.problem : undefined} />
  }
  return arrivedSignedIn ? (
    <SignedInStart user={userData?.user} problem={search.problem} />
  ) : (
    <SignIn />
  )
}

function SignIn() {
  const { problem } = useSearch({ from: '/auth' })
  const captcha = useCaptcha({ onFailure: 'retry' })
  const signIn = useSignIn(captcha.solve)
  const userField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const forgetPassword = () => {
    if (passwordField.current) passwordField.current.value = ''
  }

  return (
    <>
      <EntryPage
        title="Acesse sua conta"
        lead="Use o e-mail e a senha do seu cadastro."
        otherWay={<Link {...toResetPassword()}>Esqueceu sua senha?</Link>}
      >
        <CredentialsForm
          userField={userField}
          passwordField={passwordField}
          error={signIn.error}
          busy={signIn.busy}
          onAttempt={signIn.forgetError}
          onSubmit={signIn.submit}
        />
        <FederatedAccess problem={problem} typedEmail={() => userField.current?.value ?? ''} />
      </EntryPage>
      {captcha.dialog}
      {signIn.step && (
        <SignInStepModal
          step={signIn.step}
          onSignedIn={signIn.complete}
          onClose={signIn.startOver}
          onPasswordGone={forgetPassword}
        />
      )}
    </>
  )
}
