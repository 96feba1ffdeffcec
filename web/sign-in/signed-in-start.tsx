import type { ReactElement } from 'react'
import { federationMessage, type FederationProblem } from '../federation/federation-problem.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { toAccessPage, toHome, toSignOut } from '../paths.ts'
import { hasEnteredConsole } from '../session-state/route-guard.ts'
import { EntryPage } from '../ui/entry-page.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import classes from './signed-in-start.module.css'

interface SignedInStartProps {
  /** Absent where the stored data of the person can't be read. */
  user: { name: string; email: string } | undefined
  /** Why the last trip to the provider brought no session. */
  problem: FederationProblem | undefined
}

/** In place of the sign-in, for whoever is signed in already: to go on, or to leave first (decision 24). */
export function SignedInStart({ user, problem }: SignedInStartProps): ReactElement {
  return (
    <EntryPage
      title="Acesse sua conta"
      lead={user ? `Você já entrou com ${user.email}.` : 'Você já entrou.'}
      otherWay="Entrar com outra conta encerra a sessão atual neste navegador."
    >
      <div className={classes['ways']}>
        <ButtonLink
          {...(hasEnteredConsole() ? toHome() : toAccessPage())}
          size="md"
          fullWidth
          className={classes['onward'] ?? ''}
        >
          {user ? `Continuar como ${user.name}` : 'Continuar'}
        </ButtonLink>
        <ButtonLink {...toSignOut()} size="md" variant="default" fullWidth>
          Entrar com outra conta
        </ButtonLink>
      </div>
      <ErrorLine>{problem && federationMessage(problem)}</ErrorLine>
    </EntryPage>
  )
}
