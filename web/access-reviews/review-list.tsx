import type { ReactElement } from 'react'
import { accessReviewStates } from '../../contract/access-reviews.ts'
import { formatInstant } from '../../contract/shown.ts'
import { wordFilter } from '../list/list-filters.tsx'
import type { ColumnsOf } from '../list/list-operation.ts'
import { useList } from '../list/use-list.ts'
import { RecordLink } from '../links/record-link.tsx'
import { RelatedLink } from '../links/related-link.tsx'
import { toReview, toReviewCreate } from '../paths.ts'
import { useAllowedActions, useSeesEveryCompany } from '../session-state/use-allowed-actions.ts'
import { ListPage } from '../ui/list-page.tsx'
import { StatusMark } from '../ui/status-mark.tsx'

const columns: ColumnsOf<'accessReviewList'> = [
  {
    header: 'Revisão',
    sort: 'name',
    clamp: true,
    cell: ({ id, name }) => <RecordLink {...toReview(id)}>{name}</RecordLink>,
  },
  {
    header: 'Prazo',
    sort: 'deadline',
    kind: 'date',
    cell: ({ deadline }) => formatInstant(deadline),
  },
  {
    header: 'Situação',
    sort: 'state',
    kind: 'short',
    cell: ({ state }) => <StatusMark on={state === 'open'}>{accessReviewStates[state]}</StatusMark>,
  },
  {
    header: 'Sem decisão',
    kind: 'short',
    searched: false,
    cell: ({ undecided, total }) => `${undecided} de ${total}`,
  },
]

const filters = { state: wordFilter('Situação', 'Todas as situações', accessReviewStates) }

/** List of the access reviews; an addition to the specification (decision 105). */
export default function ReviewList(): ReactElement {
  const { props } = useList('accessReviewList', { filters })
  const creates = useAllowedActions('/review-list')('create')
  const administrates = useSeesEveryCompany('/review-list')
  return (
    <ListPage
      title="Revisões de acesso"
      searchLabel="Buscar revisão"
      nothingYet="Nenhuma revisão de acessos à sua espera."
      nothingDoor="open"
      columns={columns}
      action={
        creates && administrates && <RelatedLink {...toReviewCreate()}>Nova revisão</RelatedLink>
      }
      {...props}
    />
  )
}
