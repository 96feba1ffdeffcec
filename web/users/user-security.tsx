import { formatInstant } from '../../contract/shown.ts'
import { RecordCard, RecordFacts } from '../form/record-parts.tsx'
import { EmailPanel } from './email-panel.tsx'
import { FactorPanel } from './factor-panel.tsx'
import { LockPanel } from './lock-panel.tsx'
import { RecoveryPanel } from './recovery-panel.tsx'
import { SessionPanel } from './session-panel.tsx'
import type { User } from './user-values.ts'

/** Tab of a user's record with what concerns signing in: second factors, failed attempts, sessions, password. */
export function UserSecurity({ user }: { user: User }) {
  const { federated, last_access_at } = user
  return (
    <>
      <RecordCard id="entrada" title="Entrada">
        <RecordFacts
          facts={{
            'Forma de acesso': federated ? 'Acesso federado' : 'Senha e código',
            'Último acesso': last_access_at === null ? 'Nunca' : formatInstant(last_access_at),
          }}
        />
      </RecordCard>
      <EmailPanel user={user} />
      <FactorPanel user={user} />
      <RecoveryPanel user={user} />
      <LockPanel user={user} />
      <SessionPanel user={user} />
    </>
  )
}
