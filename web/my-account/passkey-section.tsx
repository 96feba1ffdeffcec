import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import type { Api } from '../../contract/api.ts'
import type { SuccessOf } from '../../contract/endpoint.ts'
import { maxPasskeys, type Passkey } from '../../contract/passkeys.ts'
import { queryOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { storePasskeyOwner } from '../passkeys/passkey-owner.ts'
import { supportsPasskeys } from '../passkeys/passkey-support.ts'
import { sendSignal } from '../passkeys/signals.ts'
import { isFederated, useSession } from '../session-state/session.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import { ListNote, ListUnreadable } from '../ui/list-note.tsx'
import { showAccountRefusal } from './account-refusal.ts'
import { AccountSection } from './account-section.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { PasskeyName } from './passkey-name.tsx'
import { useCreatePasskey } from './use-create-passkey.ts'

interface Naming {
  passkey: Passkey
  /** Whether the passkey was just created, and its name is the proposed one. */
  created: boolean
}

/**
 * The user's passkeys: list, creation, renaming and removal (decision 93). `onFocusLost` is called when the focused
 * button disappears.
 */
export function PasskeySection({ onFocusLost }: { onFocusLost: () => void }) {
  const { data, error, refetch } = useQuery(queryOf('passkeyList'))
  useEndedSession(error)
  usePasskeySignals(data)
  const federated = isFederated(useSession().userData)
  const [naming, setNaming] = useState<Naming>()
  const create = useCreatePasskey(data?.rp_id, (passkey) => {
    void refetch()
    setNaming({ passkey, created: true })
  })
  const remove = useRecordAction({
    write: ({ id, name }: Passkey) =>
      callConfirmed(
        {
          describe: `Remover a chave de acesso ${name}`,
          consequence:
            'Ela deixa de servir para entrar no portal. As sessões abertas com ela continuam até você encerrá-las em Sessões ativas.',
          danger: true,
        },
        'passkeyDelete',
        { params: { id: String(id) } },
      ),
    done: 'Chave de acesso removida.',
    onDone: () => void refetch().then(onFocusLost),
    showProblem: showAccountRefusal,
    onRefused: () => void refetch(),
  })
  const passkeys = data?.passkeys
  const obstacle = passkeys && obstacleTo(passkeys.length, federated)
  return (
    <AccountSection
      id="chaves"
      title="Chaves de acesso"
      lead="Entre sem digitar nada: o portal pede o PIN, a digital ou o rosto que já desbloqueia o seu dispositivo. Uma chave de acesso não pode ser adivinhada nem usada em uma página falsa."
      action={
        obstacle === undefined && (
          <Button
            leftSection={<IconKey size={16} stroke={1.8} aria-hidden="true" />}
            aria-disabled={create.busy || undefined}
            onClick={() => create.start()}
          >
            Criar chave de acesso
          </Button>
        )
      }
      obstacle={obstacle}
      busy={!passkeys && !error}
    >
      {error ? (
        <ListUnreadable onRetry={() => void refetch()} />
      ) : (
        <PasskeyList
          passkeys={passkeys}
          onRename={(passkey) => setNaming({ passkey, created: false })}
          onRemove={remove.start}
        />
      )}
      <ListNote>{passkeys?.length === 0 && 'Você ainda não tem chaves de acesso.'}</ListNote>
      {naming && (
        <PasskeyName
          {...naming}
          onClose={() => setNaming(undefined)}
          onRenamed={() => void refetch()}
        />
      )}
    </AccountSection>
  )
}

/** Returns why the user cannot create a passkey here. */
function obstacleTo(existing: number, federated: boolean): string | undefined {
  if (federated)
    return 'Você entra pelo Acesso Federado: o provedor de identidade da sua empresa decide como você entra, por isso a sua conta não usa chaves de acesso, aplicativo autenticador nem códigos de recuperação.'
  if (!supportsPasskeys())
    return 'Este navegador não permite usar chaves de acesso. Atualize o navegador ou use outro.'
  return existing >= maxPasskeys
    ? `Você já tem ${maxPasskeys} chaves de acesso. Remova uma para criar outra.`
    : undefined
}

/** After every read, tells the browser which passkeys the user still has, and the user's current name and e-mail. */
function usePasskeySignals(data: SuccessOf<Api['passkeyList']> | undefined): void {
  const { userData } = useSession()
  const { name: userDisplayName = '', email: userName = '' } = userData?.user ?? {}
  useEffect(() => {
    if (!data) return
    const { rp_id: rpID, user_handle: userID, passkeys } = data
    storePasskeyOwner(passkeys.length > 0)
    const allAcceptedCredentialIDs = passkeys.map(({ credential_id }) => credential_id)
    void sendSignal({
      signalName: 'allAcceptedCredentials',
      rpID,
      userID,
      allAcceptedCredentialIDs,
    })
    if (passkeys.length > 0)
      void sendSignal({
        signalName: 'currentUserDetails',
        rpID,
        userID,
        userName,
        userDisplayName,
      })
  }, [data, userName, userDisplayName])
}
