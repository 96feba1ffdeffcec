import { Link, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useCaptcha } from '../captcha/use-captcha.tsx'
import { FederatedAccess } from '../federation/federated-access.tsx'
import { toResetPassword } from '../paths.ts'
import { EntryPage } from '../ui/entry-page.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { loadSignInStep, useSignIn } from './use-sign-in.ts'

const SignInStepModal = lazy(loadSignInStep)

/**
 * The sign-in of somebody who is not signed in, with the steps that follow the password (portal.md §2, §4). `onBegin` is
 * called as soon as somebody types.
 */
export function SignIn({ onBegin }: { onBegin?: () => void }) {
  const { problem } = useSearch({ from: '/auth' })
  const captcha = useCaptcha({ onFailure: 'retry' })
  const signIn = useSignIn(captcha.solve)
  const userField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  // A step that was kept over a reload goes on in the portal like one that follows the password.
  const begun = signIn.step !== null
  useEffect(() => {
    if (begun) onBegin?.()
  }, [begun, onBegin])
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
          onBegin={onBegin}
          onAttempt={signIn.forgetError}
          onSubmit={signIn.submit}
        />
        <FederatedAccess problem={problem} typedEmail={() => userField.current?.value ?? ''} />
      </EntryPage>
      {captcha.dialog}
      <Suspense>
        {signIn.step && (
          <SignInStepModal
            step={signIn.step}
            onExpired={signIn.expire}
            onClose={signIn.startOver}
            onPasswordGone={forgetPassword}
          />
        )}
      </Suspense>
    </>
  )
}
