import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactElement } from 'react'
import { messages, stuckAfter, type UndeliveredMessage } from '../../contract/messages.ts'
import { call } from '../api/api-client.ts'
import { formatInstant } from '../ui/format-date.ts'
import { tellProblem } from '../form/tell-problem.ts'
import { useAllowedActions } from '../session-state/use-allowed-actions.ts'
import { useList } from '../list/use-list.ts'
import type { Column } from '../ui/data-table.tsx'
import { ListPage } from '../ui/list-page.tsx'
import { notify } from '../ui/notify.ts'
import classes from './message-list.module.css'

type Sort = 'created_at' | 'recipient' | 'attempts' | 'next_attempt_at'

const columns: Column<UndeliveredMessage, Sort>[] = [
  { header: 'Destinatário', sort: 'recipient', cell: ({ recipient }) => recipient },
  {
    header: 'Canal',
    cell: ({ channel }) => (
      <span className={classes['channel']}>{channel === 'sms' ? 'SMS' : 'E-mail'}</span>
    ),
  },
  { header: 'Assunto', cell: ({ subject }) => subject },
  { header: 'Criada em', sort: 'created_at', cell: ({ created_at }) => formatInstant(created_at) },
  {
    header: 'Tentativas',
    sort: 'attempts',
    cell: ({ attempts }) =>
      attempts < stuckAfter ? attempts : <strong>{`${attempts}, parada`}</strong>,
  },
  {
    header: 'Próxima tentativa',
    sort: 'next_attempt_at',
    cell: ({ next_attempt_at }) => formatInstant(next_attempt_at),
  },
  { header: 'Último erro', cell: ({ last_error }) => last_error },
]

/** Mail and SMS that did not arrive yet; beyond the specification (decision 17). */
export default function MessageList(): ReactElement {
  const allows = useAllowedActions('/message-list')
  const queries = useQueryClient()
  const key = ['messageList']
  const { props } = useList({
    query: messages.messageList.query,
    key,
    read: (query) => call('messageList', { query }),
    refreshEvery: 5000,
  })
  const retry = useMutation({
    mutationFn: ({ id }: UndeliveredMessage) => call('messageRetry', { params: { id } }),
    onSuccess: () => notify.success('Nova tentativa de entrega iniciada'),
    onError: tellProblem,
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
  return (
    <ListPage
      title="Mensagens não entregues"
      searchLabel="Buscar mensagem"
      columns={columns}
      renderActions={(message) =>
        allows('retry') && (
          <Button
            variant="default"
            size="xs"
            aria-label={`Tentar agora: ${message.recipient}`}
            onClick={() => {
              // A button that is switched off meanwhile would lose the focus.
              if (!retry.isPending) retry.mutate(message)
            }}
          >
            Tentar agora
          </Button>
        )
      }
      {...props}
    />
  )
}
