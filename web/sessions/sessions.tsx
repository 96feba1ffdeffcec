import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, type ReactElement } from 'react'
import type { OwnSession } from '../../contract/sessions.ts'
import { ConfirmationCancelled } from '../confirm-identity/confirm-identity-request.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { formatInstant } from '../ui/format-date.ts'
import { tellProblem } from '../form/tell-problem.ts'
import { useApi } from '../api/use-api.ts'
import { useEndedSession } from '../session-state/use-ended-session.ts'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { notify } from '../ui/notify.ts'
import { readUserAgent } from './read-user-agent.ts'
import { UserAgent } from './user-agent.tsx'
import classes from './sessions.module.css'

const columns: Column<OwnSession>[] = [
  { header: 'Dispositivo', cell: (session) => <UserAgent session={session} /> },
  { header: 'Endereço IP', cell: ({ address }) => address },
  {
    header: 'Forma de acesso',
    cell: ({ method }) => (method === 'password' ? 'Senha e código' : 'Acesso federado'),
  },
  { header: 'Início', cell: ({ started_at }) => <When instant={started_at} /> },
  { header: 'Último uso', cell: ({ last_used_at }) => <When instant={last_used_at} /> },
]

/** Where the person is signed in, to look at and to end (ASVS 5.0 V7.5.2; decision 16). */
export default function Sessions(): ReactElement {
  const title = useRef<HTMLHeadingElement>(null)
  const { data, error, refetch } = useApi('userSessionList')
  useEndedSession(error)
  const onlyThis = data?.sessions.length === 1

  /** What was pressed may be gone with its session, so the focus goes to the title. */
  const readAgain = async () => {
    await refetch()
    title.current?.focus()
  }
  const done = (message: string) => {
    notify.success(message)
    return readAgain()
  }
  const refused = (problem: Error) => {
    tellProblem(problem)
    if (!(problem instanceof ConfirmationCancelled)) void readAgain()
  }
  const end = useMutation({
    mutationFn: ({ id, user_agent, address }: OwnSession) =>
      callConfirmed(
        `Encerrar a sessão ${readUserAgent(user_agent)} (${address})`,
        'userSessionEnd',
        {
          params: { id },
        },
      ),
    onSuccess: () => done('Sessão encerrada.'),
    onError: refused,
  })
  const endOthers = useMutation({
    mutationFn: () =>
      callConfirmed('Encerrar todas as outras sessões da sua conta', 'userSessionEndOthers'),
    onSuccess: () => done('Outras sessões encerradas.'),
    onError: refused,
  })

  return (
    <section className={classes['page']} aria-labelledby="titulo">
      <header className={classes['header']}>
        <div>
          <h1 id="titulo" ref={title} tabIndex={-1}>
            Sessões ativas
          </h1>
          <p>
            Onde sua conta está aberta agora. Se não reconhecer uma sessão, encerre essa sessão e
            troque sua senha.
          </p>
        </div>
        {data && !onlyThis && (
          <Button variant="default" onClick={() => endOthers.mutate()}>
            Encerrar todas as outras
          </Button>
        )}
      </header>
      <div className={classes['list']}>
        {error ? (
          <div className={classes['note']} role="alert">
            <p>Não foi possível carregar a lista.</p>
            <Button variant="default" onClick={() => void refetch()}>
              Tentar novamente
            </Button>
          </div>
        ) : (
          <DataTable
            label="Sessões ativas"
            columns={columns}
            rows={data?.sessions}
            expectedRows={3}
            {...(!onlyThis && {
              renderActions: (session: OwnSession) =>
                !session.current && (
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={`Encerrar: ${readUserAgent(session.user_agent)}, ${session.address}, de ${formatInstant(session.started_at)}`}

                    onClick={() => end.mutate(session)}
                  >
                    Encerrar
                  </Button>
                ),
            })}
          />
        )}
        <output className={classes['note']}>
          {onlyThis && 'Sua conta não está aberta em nenhum outro lugar.'}
        </output>
      </div>
    </section>
  )
}

function When({ instant }: { instant: string }) {
  return <span className={classes['when']}>{formatInstant(instant)}</span>
}
