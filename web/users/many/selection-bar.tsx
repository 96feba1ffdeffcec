import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { manyInvitationsMax } from '../../../contract/limits.ts'
import { mayInvite } from '../../../contract/invitation-grants.ts'
import { problems } from '../../../contract/problems.ts'
import {
  useAllowedActions,
  useHoldsGrant,
  useHoldsOnlyByDelegation,
} from '../../session-state/use-allowed-actions.ts'
import { dangerOutlined } from '../../ui/danger.ts'
import { formatNumber } from '../../ui/format-number.ts'
import { notify } from '../../ui/notify.ts'
import type { UserRow } from '../user-columns.tsx'
import {
  blockWrite,
  deleteWrite,
  invitedAmong,
  inviteWrite,
  unblockWrite,
} from './account-writes.ts'
import classes from './selection-bar.module.css'
import { SelectionRefusal } from './selection-refusal.tsx'
import { SlowProgress } from './slow-progress.tsx'
import type { SelectedPeople } from './selected-people.ts'
import { useManyWrite, type ManyWrite } from './use-many-write.ts'

// Most visits of the list open neither (decision 37).
const GiveProfileModal = lazy(async () => ({
  default: (await import('./give-profile-modal.tsx')).GiveProfileModal,
}))
const TakeProfilesModal = lazy(async () => ({
  default: (await import('./take-profiles-modal.tsx')).TakeProfilesModal,
}))

interface SelectionBarProps {
  people: SelectedPeople
  onTakeOff: (rows: readonly UserRow[]) => void
  onClear: () => void
}

/** Returns whether the signed-in user may run any write for several users. */
export function useMaySelect(): boolean {
  const account = useAllowedActions('/user-edit')
  const profiles = useAllowedActions('/user-edit-profile')
  const invites = useMayInvite()
  return account('block') || account('delete') || profiles('update') || invites
}

/** Returns whether the signed-in user may send an invitation again. */
function useMayInvite(): boolean {
  const holds = useHoldsGrant()
  return mayInvite.some((grant) => holds(grant))
}

/** Number of selected users, with the actions for all of them. */
export function SelectionBar({ people, onTakeOff, onClear }: SelectionBarProps) {
  const account = useAllowedActions('/user-edit')
  const writes = useAllowedActions('/user-edit-profile')('update')
  const isDelegatedOnly = useHoldsOnlyByDelegation()
  const gives = writes && !isDelegatedOnly({ screen: '/user-edit-profile', action: 'update' })
  const unblocks = account('block') && !isDelegatedOnly({ screen: '/user-edit', action: 'block' })
  const [open, setOpen] = useState<'give' | 'take'>()
  const { start, busy, doing, refusal, dismiss } = useManyWrite(people, onClear)
  const statuses = new Set([...people.values()].map(({ status }) => status))
  const invites = useMayInvite()
  const invited = invitedAmong(people).length
  const someThere = statuses.has(2) || statuses.has(3)
  const close = () => setOpen(undefined)
  const send = (write: ManyWrite) => {
    close()
    start(write)
  }
  const selected = people.size
  return (
    <section className={classes['bar']} aria-label="Usuários selecionados" hidden={selected === 0}>
      <SelectionRefusal
        refusal={refusal}
        onTakeOff={(rows) => {
          dismiss()
          onTakeOff(rows)
        }}
        onDismiss={dismiss}
      />
      <SlowProgress doing={doing} />
      {((writes && !gives) || (account('block') && !unblocks)) && (
        <p className={classes['delegated']}>{problems['delegation-grants-nothing'].message}</p>
      )}
      <div className={classes['actions']}>
        <output aria-label="Quantos">
          {selected === 1 ? '1 selecionado' : `${formatNumber(selected)} selecionados`}
        </output>
        <Button size="compact-sm" variant="subtle" onClick={onClear} disabled={busy}>
          Limpar seleção
        </Button>
        <span className={classes['gap']} />
        {gives && someThere && (
          <Button
            size="compact-sm"
            variant="default"
            aria-disabled={busy || undefined}
            onClick={() => setOpen('give')}
          >
            Dar perfil
          </Button>
        )}
        {writes && (
          <Button
            size="compact-sm"
            variant="default"
            aria-disabled={busy || undefined}
            onClick={() => setOpen('take')}
          >
            Retirar perfis
          </Button>
        )}
        {invites && invited > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            aria-disabled={busy || undefined}
            onClick={() =>
              invited > manyInvitationsMax
                ? notify.warning(`Selecione no máximo ${manyInvitationsMax} usuários por vez.`)
                : start(inviteWrite(people))
            }
          >
            Reenviar convite
          </Button>
        )}
        {unblocks && statuses.has(3) && (
          <Button
            size="compact-sm"
            variant="default"
            aria-disabled={busy || undefined}
            onClick={() => start(unblockWrite(people))}
          >
            Desbloquear
          </Button>
        )}
        {account('block') && statuses.has(2) && (
          <Button
            size="compact-sm"
            variant="default"
            className={dangerOutlined}
            aria-disabled={busy || undefined}
            onClick={() => start(blockWrite(people))}
          >
            Bloquear
          </Button>
        )}
        {account('delete') && someThere && (
          <Button
            size="compact-sm"
            variant="default"
            className={dangerOutlined}
            aria-disabled={busy || undefined}
            onClick={() => start(deleteWrite(people))}
          >
            Excluir
          </Button>
        )}
      </div>
      <Suspense fallback={null}>
        {open === 'give' && <GiveProfileModal people={people} onGive={send} onClose={close} />}
        {open === 'take' && <TakeProfilesModal people={people} onTake={send} onClose={close} />}
      </Suspense>
    </section>
  )
}
