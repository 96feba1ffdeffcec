import type { ReactElement } from 'react'
import { federationMessage, type FederationProblem } from '../session-state/federation-problem.ts'
import { ButtonLink } from '../links/button-link.tsx'
import { toAccessPage, toHome, toSignOut } from '../paths.ts'
import { hasEnteredConsole } from '../session-state/route-guard.ts'
import { EntryPage } from '../ui/entry-page.tsx'
import { ErrorLine } from '../ui/error-line.tsx'
import classes from './signed-in-start.module.css'

interface SignedInStartProps {
  /** Absent if the stored user data cannot be read. */
  user: { name: string; email: string } | undefined
  /** Why the last sign-in at the provider failed. */
  problem: FederationProblem | undefined
}

/** Replaces the sign-in for a user who is already signed in: continue, or sign out first (decision 24). */
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
