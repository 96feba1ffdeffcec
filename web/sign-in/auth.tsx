import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { problems } from '../../contract/problems.ts'
import { call } from '../shared/api-client.ts'
import { ApiProblem } from '../shared/api-problem.ts'
import classes from './auth.module.css'
import { CredentialsForm, type Credentials } from './credentials-form.tsx'
import { MfaModal, type MfaChallenge } from './mfa-modal.tsx'
import { OtherWays } from './other-ways.tsx'
import { useFinishSignIn } from './use-finish-sign-in.ts'

/** The sign-in screen (portal.md §2, §4). */
export default function Auth() {
  const [error, setError] = useState<string | null>(null)
  const [mfa, setMfa] = useState<MfaChallenge | null>(null)
  const finishSignIn = useFinishSignIn()

  const openChallenge = (answer: SuccessOf<Api['authLocal']>, email: string) => {
    switch (answer.ChallengeName) {
      case 'SELECT_MFA_TYPE':
        setMfa({ session: answer.Session, email, destinations: answer.destinations ?? {} })
        break
      case 'NEW_PASSWORD_REQUIRED':
        setError(problems.internal.message)
        break
    }
  }
  const authenticate = useMutation({
    mutationFn: (credentials: Credentials) => call('authLocal', { credentials }),
    onSuccess: (answer, { user }) => openChallenge(answer, user),
    onError: (problem) => setError(signInMessage(problem)),
  })
  const complete = (answer: SuccessOf<Api['userChangeMfa']>) => {
    if (!answer.expired) return finishSignIn(answer)
    setMfa(null)
    setError(problems.internal.message)
  }

  return (
    <div className={classes['page']}>
      <section className={classes['card']} aria-labelledby="titulo">
        <h1 id="titulo">Acesse sua conta</h1>
        <p className={classes['lead']}>Use o e-mail e a senha do seu cadastro.</p>
        <CredentialsForm
          error={error}
          busy={authenticate.isPending}
          onAttempt={() => setError(null)}
          onSubmit={(credentials) => authenticate.mutate(credentials)}
        />
        <OtherWays />
      </section>
      {mfa && (
        <MfaModal
          challenge={mfa}
          onSignedIn={complete}
          onClose={(message) => {
            setMfa(null)
            setError(message ?? null)
          }}
        />
      )}
    </div>
  )
}

/** What a person reads when the sign-in is refused (portal.md §8). */
function signInMessage(problem: Error): string {
  if (!(problem instanceof ApiProblem)) throw problem
  if (problem.status === 401) return 'Credenciais de acesso inválidas.'
  // Having to wait is no unexpected error: the server says so in words (rulings §4).
  return problem.code === 'too-many-requests' ? problem.httpMessage : problems.internal.message
}
