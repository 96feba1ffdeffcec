import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { useRef, type ReactElement } from 'react'
import type { OwnSession } from '../../contract/sessions.ts'
import { formatInstant } from '../../contract/shown.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { queryOf } from '../api/query-of.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import { dangerOutlined } from '../ui/danger.ts'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { listBox } from '../ui/list-box.ts'
import { ListNote, ListUnreadable } from '../ui/list-note.tsx'
import { Page } from '../ui/page.tsx'
import { EndSessionButton } from './end-session-button.tsx'
import { readUserAgent } from '../../contract/user-agent.ts'
import { UserAgent } from './user-agent.tsx'
import classes from './sessions.module.css'

const methods: Readonly<Record<OwnSession['method'], string>> = {
  password: 'Senha e código',
  federated: 'Acesso federado',
  passkey: 'Chave de acesso',
}

const columns: Column<OwnSession>[] = [
  { header: 'Dispositivo', cell: (session) => <UserAgent session={session} /> },
  { header: 'Endereço IP', cell: ({ address }) => address },
  {
    header: 'Forma de acesso',
    cell: ({ method }) => methods[method],
  },
  { header: 'Início', kind: 'date', cell: ({ started_at }) => formatInstant(started_at) },
  {
    header: 'Último uso',
    kind: 'date',
    cell: ({ last_used_at }) => formatInstant(last_used_at),
  },
]

/** List of the user's own active sessions, each with a button that ends it (ASVS 5.0 V7.5.2; decision 16). */
export default function Sessions(): ReactElement {
  const title = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = useQuery(queryOf('userSessionList'))
  useEndedSession(error)
  const onlyThis = data?.sessions.length === 1

  /** The pressed button disappears with its session, so the title takes the focus. */
  const readAgain = async () => {
    await refetch()
    title.current?.focus()
  }
  const afterwards = { onDone: () => void readAgain(), onRefused: () => void readAgain() }
  const end = useRecordAction({
    write: ({ id, user_agent, address }: OwnSession) =>
      callConfirmed(
        {
          describe: `Encerrar a sessão ${readUserAgent(user_agent)} (${address})`,
          consequence: 'Quem usa essa sessão precisa entrar de novo.',
          danger: true,
        },
        'userSessionEnd',
        { params: { id } },
      ),
    done: 'Sessão encerrada.',
    ...afterwards,
  })
  const endOthers = useRecordAction({
    write: () =>
      callConfirmed(
        {
          describe: 'Encerrar todas as outras sessões da sua conta',
          consequence: 'Quem usa essas sessões precisa entrar de novo.',
          danger: true,
        },
        'userSessionEndOthers',
      ),
    done: 'Outras sessões encerradas.',
    ...afterwards,
  })

  return (
    <Page
      width="wide"
      title="Sessões ativas"
      titleRef={title}
      lead="Onde sua conta está aberta agora. Se não reconhecer uma sessão, encerre essa sessão e troque sua senha."
      actions={
        data &&
        !onlyThis && (
          <Button variant="default" className={dangerOutlined} onClick={() => endOthers.start()}>
            Encerrar todas as outras
          </Button>
        )
      }
    >
      <div className={`${listBox} ${classes['list']}`}>
        {error ? (
          <ListUnreadable onRetry={() => void refetch()} />
        ) : (
          <DataTable
            label="Sessões ativas"
            columns={columns}
            rows={data?.sessions}
            expectedRows={3}
            {...(!onlyThis && {
              renderActions: (session: OwnSession) => (
                <EndSessionButton session={session} onEnd={end.start} />
              ),
            })}
          />
        )}
        <ListNote>{onlyThis && 'Sua conta não está aberta em nenhum outro lugar.'}</ListNote>
      </div>
    </Page>
  )
}
