import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { accessRequestStates, type OwnAccessRequest } from '../../contract/access-requests.ts'
import { shownDay } from '../../contract/shown.ts'
import { call } from '../api/api-client.ts'
import { queriesOf } from '../api/query-of.ts'
import { today } from '../api/server-clock.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { formatDateTime, formatDay } from '../ui/format-date.ts'
import { panel } from '../ui/panel.ts'
import { StatusMark } from '../ui/status-mark.tsx'
import classes from './own-requests.module.css'
import { placeText } from './requested-place.ts'

interface OwnRequestsProps {
  /** Token of the sign-in, if the page uses it; by default that of this tab. */
  token?: string | undefined
  requests: readonly OwnAccessRequest[]
  /** Returns what the user can do with a request whose access is open, such as a button that opens the module. */
  renderOpen?: (request: OwnAccessRequest) => ReactNode
}

/** Requests of the user: what became of them, and 'Desistir' for those that are pending. Nothing without requests. */
export function OwnRequests({ token, requests, renderOpen }: OwnRequestsProps) {
  const queries = useQueryClient()
  const title = useRef<HTMLHeadingElement>(null)
  const readAgain = () => void queries.invalidateQueries(queriesOf('accessRequestMine'))
  const withdraw = useRecordAction({
    write: ({ id }: OwnAccessRequest) =>
      call('accessRequestWithdraw', {
        params: { id: String(id) },
        ...(token !== undefined && { token }),
      }),
    done: 'Pedido retirado.',
    onDone: () => {
      // The pressed button disappears with its request.
      title.current?.focus()
      readAgain()
    },
    onRefused: readAgain,
  })
  if (requests.length === 0) return null
  return (
    <section className={`${panel} ${classes['requests']}`} aria-labelledby="pedidos-de-acesso">
      <h2 id="pedidos-de-acesso" ref={title} tabIndex={-1}>
        Seus pedidos de acesso
      </h2>
      <ul>
        {requests.map((request) => (
          <li key={request.id}>
            <div>
              <p className={classes['name']}>
                <strong>{request.module.name}</strong>
                <StateOf request={request} />
              </p>
              <p>{placeText(request)}</p>
              <p>{historyOf(request)}</p>
              {request.answer !== null && <p className={classes['answer']}>{request.answer}</p>}
            </div>
            {request.state === 'pending' && (
              <Button
                variant="default"
                aria-label={`Desistir: ${request.module.name}`}
                onClick={() => withdraw.start(request)}
              >
                Desistir
              </Button>
            )}
            {request.open && renderOpen?.(request)}
          </li>
        ))}
      </ul>
    </section>
  )
}

function StateOf({ request: { state } }: { request: OwnAccessRequest }) {
  return (
    <StatusMark on={state === 'approved'} late={state === 'refused'}>
      {accessRequestStates[state]}
    </StatusMark>
  )
}

/** Says when the request was sent and what became of it. */
function historyOf(request: OwnAccessRequest): string {
  const { state, created_at, expires_at, decided_at } = request
  const sent = `Pedido enviado em ${formatDateTime(new Date(created_at))}.`
  const decided = decided_at === null ? '' : formatDateTime(new Date(decided_at))
  const expires = formatDay(new Date(expires_at))
  if (state === 'pending') return `${sent} Vale até ${expires}.`
  if (state === 'approved') return `Aprovado em ${decided}${daysOf(request)}.`
  if (state === 'refused') return `Recusado em ${decided}. A resposta foi:`
  if (state === 'withdrawn') return `Retirado em ${decided}.`
  return `${sent} Venceu em ${expires} sem resposta.`
}

/** Days of the approved access: ', e vale até 31/12/2026'. */
function daysOf({ approved_begin_date: begin, approved_end_date: end }: OwnAccessRequest): string {
  const days = [
    begin !== null && begin > today() && `a partir de ${shownDay(begin)}`,
    end !== null && `até ${shownDay(end)}`,
  ].filter(Boolean)
  return days.length === 0 ? '' : `, e vale ${days.join(' ')}`
}
