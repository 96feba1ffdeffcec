import { type HistoryState, Link, useLocation, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { useCaptcha } from './use-captcha.tsx'
import { FederatedAccess } from '../session-state/federated-access.tsx'
import { toResetPassword } from '../paths.ts'
import { EntryPage } from '../ui/entry-page.tsx'
import { supportsPasskeys } from '../passkeys/passkey-support.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { PasskeyAccess } from './passkey-access.tsx'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'
import { loadSignInStep, useSignIn } from './use-sign-in.ts'

const SignInStepModal = lazy(loadSignInStep)

/**
 * Sign-in screen with the steps after the password (portal.md §2, §4). `onBegin` is called as soon as the user types.
 */
export function SignIn({ onBegin }: { onBegin?: () => void }) {
  const { problem, acr_values: acrValues } = useSearch({ from: '/auth' })
  const state = useLocation({ select: (location) => location.state })
  const captcha = useCaptcha({ onFailure: 'retry' })
  const signIn = useSignIn(captcha.solve)
  const passkey = usePasskeySignIn({ paused: signIn.busy || signIn.step !== null, onBegin })
  const userField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  // A step restored after a reload also needs the portal to be loaded.
  const started = signIn.step !== null
  useEffect(() => {
    if (started) onBegin?.()
  }, [started, onBegin])
  const clearPassword = () => {
    if (passwordField.current) passwordField.current.value = ''
  }

  return (
    <>
      <EntryPage
        title="Acesse sua conta"
        lead={leadOf(state, acrValues)}
        otherWay={
          <Link
            {...toResetPassword()}
            state={() => ({ typedEmail: userField.current?.value.trim() })}
          >
            Esqueceu sua senha?
          </Link>
        }
      >
        <CredentialsForm
          userField={userField}
          passwordField={passwordField}
          typedEmail={state.typedEmail}
          error={signIn.error}
          busy={signIn.busy}
          onBegin={onBegin}
          onAttempt={() => {
            signIn.clearError()
            passkey.clearError()
          }}
          onSubmit={signIn.submit}
        />
        {supportsPasskeys() && (
          <PasskeyAccess error={passkey.error} busy={passkey.busy} onStart={passkey.start} />
        )}
        <FederatedAccess
          divided={!supportsPasskeys()}
          problem={problem}
          typedEmail={() => userField.current?.value ?? ''}
        />
      </EntryPage>
      {captcha.dialog}
      <Suspense>
        {signIn.step && (
          <SignInStepModal
            step={signIn.step}
            onExpired={signIn.requireNewPassword}
            onClose={signIn.startOver}
            onPasswordGone={clearPassword}
          />
        )}
      </Suspense>
    </>
  )
}

/** Returns how to sign in, by what the user did last and what a module requires (`acr_values` of its link). */
function leadOf({ recovering, passwordSet }: HistoryState, acrValues: string | undefined): string {
  if (acrValues === 'phr') return 'Para abrir o módulo, entre com a chave de acesso.'
  if (passwordSet) return 'Sua senha foi alterada. Entre com a nova senha.'
  return recovering
    ? 'Use a senha temporária que chega por e-mail. Tanto faz maiúscula ou minúscula, com ou sem hífens.'
    : 'Use o e-mail e a senha do seu cadastro.'
}
