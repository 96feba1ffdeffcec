import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { AccessReviewState } from '../../contract/access-reviews.ts'
import { queriesOf } from '../api/query-of.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useAllowedActions, useSeesEveryCompany } from '../session-state/use-allowed-actions.ts'
import { dangerOutlined } from '../ui/danger.ts'

/** Button that cancels a review, for administrators. */
export function CancelReview({
  id,
  name,
  state,
}: {
  id: number
  name: string
  state: AccessReviewState
}) {
  const queries = useQueryClient()
  const creates = useAllowedActions('/review-list')('create')
  const administrates = useSeesEveryCompany('/review-list')
  const cancel = useRecordAction({
    question: {
      text: 'Deseja mesmo cancelar a revisão?',
      about: `${name}. As decisões já confirmadas continuam valendo, e nada é suspenso.`,
    },
    write: () =>
      callConfirmed(`Cancelar a revisão de acessos ${name}`, 'accessReviewCancel', {
        params: { id: String(id) },
      }),
    done: 'Revisão cancelada com sucesso!',
    onDone: () => void queries.invalidateQueries(queriesOf('accessReviewGet')),
  })
  if (!creates || !administrates || state === 'closed' || state === 'cancelled') return null
  return (
    <Button
      variant="default"
      className={dangerOutlined}
      loading={cancel.busy}
      onClick={() => cancel.start()}
    >
      Cancelar revisão
    </Button>
  )
}
