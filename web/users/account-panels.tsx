import { lazy, Suspense } from 'react'
import { formatInstant } from '../../contract/shown.ts'
import { useSeesEveryCompany } from '../session-state/use-allowed-actions.ts'
import { Definition } from '../ui/definition-list.tsx'
import { InvitationPanel } from './invitation-panel.tsx'
import { LockPanel } from './lock-panel.tsx'
import { SessionPanel } from './session-panel.tsx'
import { UserPanel } from './user-panel.tsx'
import classes from './user-panel.module.css'
import { statusOf, UserStatusMark } from './user-status.tsx'
import type { User } from './user-values.ts'

/** Loaded after the rest of the screen. */
const WhyPanel = lazy(async () => ({
  default: (await import('../user-profiles/why-panel.tsx')).WhyPanel,
}))

/**
 * Panels with facts about an account and actions on parts of it. They are shown only to callers who can read the whole
 * account.
 */
export function AccountPanels({ user }: { user: User }) {
  const { id, account_wide, support, status, last_access_at, created_at, update_at, federated } =
    user
  const everyCompany = useSeesEveryCompany('/user-edit')
  // Holders of profile 3 (Suporte) see users of other companies, but not those companies, so the panel would have no
  // company to select.
  const hasWhyPanel = status !== 0 && (support.length === 0 || user.companies.length > 0)
  const whole = (account_wide || support.length > 0 || everyCompany) && status === 1
  return (
    <>
      {whole && user.invitation && <InvitationPanel user={user} />}
      <UserPanel id="conta" title="Conta">
        <dl className={classes['facts']}>
          <Definition label="Status">
            <UserStatusMark status={statusOf(user)} />
          </Definition>
          <Definition label="Último acesso">
            {last_access_at === null ? 'Nunca' : formatInstant(last_access_at)}
          </Definition>
          <Definition label="Forma de acesso">
            {federated ? 'Acesso federado' : 'Senha e código'}
          </Definition>
          <Definition label="Data de criação">{formatInstant(created_at)}</Definition>
          <Definition label="Data de atualização">{formatInstant(update_at)}</Definition>
        </dl>
      </UserPanel>
      {/* All panels share one Suspense boundary. A panel that appears later would move buttons that the user is about
          to press. */}
      <Suspense>
        {hasWhyPanel && <WhyPanel userId={id} />}
        {whole && <LockPanel user={user} />}
        {whole && <SessionPanel user={user} />}
      </Suspense>
    </>
  )
}
