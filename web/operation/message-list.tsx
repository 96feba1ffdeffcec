import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import {
  messageChannels,
  messageStateLabels,
  stuckAfter,
  type UndeliveredMessage,
} from '../../contract/messages.ts'
import { formatInstant } from '../../contract/shown.ts'
import { queriesOf } from '../api/query-of.ts'
import { call } from '../api/api-client.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { createdColumn } from '../list/record-columns.tsx'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import type { ColumnsOf } from '../list/list-operation.ts'
import { wordFilter } from '../list/list-filters.tsx'
import { useList } from '../list/use-list.ts'
import { ListPage } from '../ui/list-page.tsx'
import classes from './message-list.module.css'

const columns: ColumnsOf<'messageList'> = [
  { header: 'Destinatário', sort: 'recipient', cell: ({ recipient }) => recipient },
  {
    header: 'Canal',
    kind: 'status',
    cell: ({ channel }) => <span className={classes['channel']}>{messageChannels[channel]}</span>,
  },
  { header: 'Assunto', cell: ({ subject }) => subject },
  { ...createdColumn, header: 'Criada em' },
  {
    header: 'Tentativas',
    sort: 'attempts',
    kind: 'status',
    searched: false,
    cell: ({ attempts }) =>
      attempts < stuckAfter ? attempts : <strong>{`${attempts}, parada`}</strong>,
  },
  {
    header: 'Próxima tentativa',
    sort: 'next_attempt_at',
    kind: 'date',
    cell: ({ expired, next_attempt_at }) =>
      expired ? 'Não haverá: expirou' : formatInstant(next_attempt_at),
  },
  { header: 'Último erro', cell: ({ last_error }) => last_error },
]

const channelFilter = wordFilter('Canal', 'Todos os canais', messageChannels)
const stateFilter = wordFilter('Situação', 'Todas as situações', messageStateLabels)

/** List of mails and SMS that are not delivered yet; not in the specification (decision 17). */
export default function MessageList(): ReactElement {
  const allows = useAllowedActions('/message-list')
  const queries = useQueryClient()
  const { props } = useList('messageList', {
    refreshEvery: 5000,
    filters: { channel: channelFilter, state: stateFilter },
  })
  const refresh = () => void queries.invalidateQueries(queriesOf('messageList'))
  const retry = useRecordAction({
    write: ({ id }: UndeliveredMessage) => call('messageRetry', { params: { id } }),
    done: 'Nova tentativa de entrega iniciada',
    onDone: refresh,
    onRefused: refresh,
  })
  return (
    <ListPage
      title="Mensagens não entregues"
      searchLabel="Buscar mensagem"
      nothingYet="Tudo entregue."
      nothingDoor="open"
      columns={columns}
      renderActions={(message) =>
        allows('retry') &&
        !message.expired && (
          <Button
            variant="default"
            size="xs"
            aria-label={`Tentar agora: ${message.recipient}`}
            onClick={() => retry.start(message)}
          >
            Tentar agora
          </Button>
        )
      }
      {...props}
    />
  )
}
