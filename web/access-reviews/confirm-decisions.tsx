import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReviewDecision } from '../../contract/access-reviews.ts'
import { queriesOf, queryOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { formatNumber } from '../ui/format-number.ts'
import { readItems } from './read-items.ts'

/** Maximum number of decisions per confirmation, as the contract has it. */
const confirmedMax = 2000

interface ConfirmDecisionsProps {
  id: number
  name: string
  /** Sends the decisions that were not sent yet. */
  send: () => Promise<unknown>
}

/** Button that confirms all noted decisions, with one identity confirmation for at most 2,000 of them. */
export function ConfirmDecisions({ id, name, send }: ConfirmDecisionsProps) {
  const queries = useQueryClient()
  const { data: review } = useQuery(queryOf('accessReviewGet', { params: { id: String(id) } }))
  const count = review?.unconfirmed ?? 0
  const confirm = useRecordAction({
    write: async () => {
      await send()
      const items = (await readItems(id, { state: 'unconfirmed' }))
        .filter((item) => item.can_decide)
        .slice(0, confirmedMax)
      const amount = (decision: ReviewDecision) =>
        items.filter((item) => item.decision === decision).length
      const [kept, shortened, removed] = [amount('keep'), amount('shorten'), amount('remove')]
      await callConfirmed(
        {
          describe: `Confirmar ${items.length === 1 ? '1 decisão' : `${formatNumber(items.length)} decisões`} da revisão ${name}`,
          consequence: `Manter ${kept}, encurtar ${shortened}, retirar ${removed}. Acessos retirados acabam na hora.`,
          danger: removed > 0,
        },
        'accessReviewConfirm',
        {
          params: { id: String(id) },
          body: {
            items: items.map((item) => ({
              id: item.id,
              decision: item.decision,
              ...(item.end_day !== null && { end_day: item.end_day }),
            })),
          },
        },
      )
    },
    done: 'Decisões confirmadas com sucesso!',
    onDone: () => {
      for (const read of ['accessReviewGet', 'accessReviewItems', 'accessReviewList'] as const)
        void queries.invalidateQueries(queriesOf(read))
    },
  })
  return (
    <Button loading={confirm.busy} disabled={count === 0} onClick={() => confirm.start()}>
      {count === 0 ? 'Confirmar decisões' : `Confirmar ${formatNumber(count)} decisões`}
    </Button>
  )
}
