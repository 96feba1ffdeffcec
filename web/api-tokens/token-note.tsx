import { Alert } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { fullStop } from '../../contract/full-stop.ts'
import { problems } from '../../contract/problems.ts'
import { RelatedLink } from '../links/related-link.tsx'
import { toUserEditProfile } from '../paths.ts'
import { useSession } from '../session-state/session.ts'
import { useIsAdministrator } from '../session-state/use-allowed-actions.ts'
import classes from './token-management.module.css'

/** Note that explains why no token can be created, and where to change that. */
function TokenNote({ children }: { children: ReactNode }) {
  return (
    <Alert
      className={classes['note'] ?? ''}
      icon={<IconInfoCircle size={18} stroke={1.8} aria-hidden="true" />}
    >
      {children}
    </Alert>
  )
}

/** Note for a delegate, who cannot create tokens with delegated rights (decision 52). */
export function DelegateTokenNote() {
  return <TokenNote>{problems['delegation-grants-nothing'].message}</TokenNote>
}

/** Note about a blocked or deleted user. */
export function InactiveUserNote() {
  return (
    <TokenNote>
      Este usuário não está ativo: os tokens dele foram revogados, e nenhum novo pode ser gerado.
    </TokenNote>
  )
}

/** Note about a user who may not enter this console in the company for which the token would act. */
export function NoProfileNote({ userId }: { userId: number }) {
  const { company } = useSession()
  const isAdministrator = useIsAdministrator()
  return (
    <TokenNote>
      <p>
        {fullStop(
          `Falta um perfil: um token vale na empresa de quem o gera, e este usuário não tem perfil válido da Gestão de Acesso em ${company ?? 'sua empresa'}`,
        )}
      </p>
      {isAdministrator && (
        <p>Um token que valha em outra empresa, peça a um usuário master daquela empresa.</p>
      )}
      <RelatedLink {...toUserEditProfile(userId)}>Dar um perfil a este usuário</RelatedLink>
    </TokenNote>
  )
}
