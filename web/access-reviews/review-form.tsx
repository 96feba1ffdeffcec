import { Skeleton, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type ReactElement } from 'react'
import {
  accessReviewStates,
  reviewItemStates,
  stateOfItem,
  type ReviewDecision,
  type ReviewItem,
} from '../../contract/access-reviews.ts'
import { dayAfter, dayOf } from '../../contract/days.ts'
import { formatInstant, shownDay } from '../../contract/shown.ts'
import { queriesOf, queryOf } from '../api/query-of.ts'
import { today } from '../api/server-clock.ts'
import { periodText } from '../assignment-periods/assignment-period.ts'
import { useLeaveUnreadable } from '../form/use-record.ts'
import { wordFilter } from '../list/list-filters.tsx'
import type { ColumnsOf } from '../list/list-operation.ts'
import { moduleFilter, recordFilter } from '../list/record-filter.tsx'
import { useBackToList } from '../list/use-back-to-list.ts'
import { useList } from '../list/use-list.ts'
import { toReviewList } from '../paths.ts'
import { useSeesEveryCompany } from '../session-state/use-allowed-actions.ts'
import { ListCard } from '../ui/list-card.tsx'
import { Page } from '../ui/page.tsx'
import { CancelReview } from './cancel-review.tsx'
import { ConfirmDecisions } from './confirm-decisions.tsx'
import { DecideAll, type Filters } from './decide-all.tsx'
import { ItemDecisions } from './item-decisions.tsx'
import classes from './review-form.module.css'
import { useNotedDecisions, type Noted } from './use-noted-decisions.ts'

/** Days after today to which an access is shortened by default. */
const shortenDays = 15
const stateFilter = wordFilter('Situação', 'Todas as situações', reviewItemStates)
const companyFilter = recordFilter('companyList', 'Empresa', 'Todas as empresas')

const companyColumn: ColumnsOf<'accessReviewItems'>[number] = {
  header: 'Empresa',
  sort: 'company',
  cell: ({ company }) => company.name,
}

/** Table of the assignments of a review, which can be worked through by keyboard; an addition (decision 105). */
export default function ReviewForm(): ReactElement {
  const { id = 0 } = useSearch({ from: '/review-form' })
  const { data: review, error } = useQuery(
    queryOf('accessReviewGet', { params: { id: String(id) } }),
  )
  useLeaveUnreadable(error, useBackToList(toReviewList()), {
    unreadable: 'Não foi possível carregar a revisão.',
  })
  return (
    <Page
      width="wide"
      title="Revisão de acessos"
      subject={review?.name ?? null}
      lead={
        review
          ? `${accessReviewStates[review.state]} · prazo ${formatInstant(review.deadline)}`
          : '…'
      }
      actions={review && <CancelReview id={id} name={review.name} state={review.state} />}
    >
      {/* The bar above the table depends on the review; a table without it would move down. */}
      {review ? (
        <Items id={id} name={review.name} decides={review.can_decide} />
      ) : (
        <Skeleton height={320} />
      )}
    </Page>
  )
}

interface ItemsProps {
  id: number
  name: string
  decides: boolean
}

function Items({ id, name, decides }: ItemsProps) {
  const queries = useQueryClient()
  const everyCompany = useSeesEveryCompany('/review-list')
  const search = useSearch({ from: '/review-form' })
  const { note, decisionOf, send } = useNotedDecisions(id)
  const [endDay, setEndDay] = useState(() => (today() === '' ? '' : dayAfter(today(), shortenDays)))
  const { props } = useList('accessReviewItems', {
    params: { id: String(id) },
    filters: {
      state: stateFilter,
      module_id: moduleFilter,
      ...(everyCompany ? { company_id: companyFilter } : {}),
    },
  })
  const table = useRef<HTMLDivElement>(null)
  const focusesFirst = useRef(false)
  const { rows } = props
  useEffect(() => {
    if (!focusesFirst.current || !rows) return
    focusesFirst.current = false
    focusAfter(table.current, null)
  }, [rows])

  const noted = (decision: ReviewDecision): Noted => ({
    decision,
    end_day: decision === 'shorten' ? endDay : null,
  })
  /** Notes the decision about a row and moves on to the next one, or to the next page. */
  const decide = async (item: ReviewItem, decision: ReviewDecision) => {
    if (decision === 'shorten' && endDay === '') return
    note([[item.id, noted(decision)]])
    if (focusAfter(table.current, item.id)) return
    focusesFirst.current = true
    await send()
    // Decided rows leave a list of those without a decision, so that its first page has new ones.
    if (search.state === 'undecided')
      await queries.invalidateQueries(queriesOf('accessReviewItems'))
    else if (props.total !== undefined && props.state.page * props.state.take < props.total)
      props.onChange({ page: props.state.page + 1 })
  }
  const columns: ColumnsOf<'accessReviewItems'> = [
    { header: 'Pessoa', sort: 'name', clamp: true, cell: ({ user }) => user.name },
    {
      header: 'Situação',
      kind: 'short',
      searched: false,
      cell: (item) => <State item={item} noted={decisionOf(item)} />,
    },
    { header: 'E-mail', email: true, cell: ({ user }) => user.email },
    ...(everyCompany ? [companyColumn] : []),
    { header: 'Módulo', sort: 'module', cell: ({ module }) => module.name },
    {
      header: 'Perfil',
      cell: ({ profile, spid }) =>
        spid === null ? profile.name : `${profile.name} (SPID ${spid})`,
    },
    {
      header: 'Desde',
      searched: false,
      cell: ({ created_at, granted_by, reason, end_date }) =>
        [
          created_at && formatInstant(created_at),
          granted_by && `por ${granted_by}`,
          end_date && periodText({ begin_date: null, end_date }),
          reason && `motivo: ${reason}`,
        ]
          .filter(Boolean)
          .join(', '),
    },
  ]
  return (
    <div ref={table}>
      {decides && (
        <div className={classes['bar']}>
          <TextInput
            type="date"
            label="Encurtar até"
            min={today()}
            value={endDay}
            onChange={({ currentTarget: { value } }) => setEndDay(value)}
          />
          <DecideAll
            id={id}
            filters={filtersIn(search)}
            shortens={endDay !== ''}
            onDecide={(items, decision) => {
              const changed =
                decision === 'shorten' ? items.filter((item) => endsAfter(item, endDay)) : items
              note(changed.map((item) => [item.id, noted(decision)] as const))
              return send().then(() => queries.invalidateQueries(queriesOf('accessReviewItems')))
            }}
          />
          <ConfirmDecisions id={id} name={name} send={send} />
          <p className={classes['hint']}>
            Na tabela: <kbd>M</kbd> mantém, <kbd>E</kbd> encurta, <kbd>R</kbd> retira e passa para a
            próxima linha. Nada muda até você confirmar.
          </p>
        </div>
      )}
      <ListCard
        label="Acessos da revisão"
        searchLabel="Buscar acesso"
        columns={columns}
        {...(decides && {
          actionIcons: 3 as const,
          renderActions: (item: ReviewItem) => (
            <ItemDecisions
              item={item}
              decision={decisionOf(item).decision}
              onDecide={(decision) => void decide(item, decision)}
            />
          ),
        })}
        {...props}
      />
    </div>
  )
}

/** Whether the access ends after this day, or has no end. */
const endsAfter = ({ end_date }: ReviewItem, day: string): boolean =>
  end_date === null || dayOf(new Date(end_date)) > day

/** The filters of the list, without its state, order and page. */
const filtersIn = ({ search, company_id, module_id, profile_id }: Filters): Filters => ({
  ...(search !== undefined && { search }),
  ...(company_id !== undefined && { company_id }),
  ...(module_id !== undefined && { module_id }),
  ...(profile_id !== undefined && { profile_id }),
})

/**
 * Focuses the first button of the row after this item, or of the first row for null. Rows that the user cannot decide
 * have no buttons and are skipped. Returns false if there is none.
 */
function focusAfter(table: HTMLElement | null, id: number | null): boolean {
  const items = [...(table?.querySelectorAll<HTMLElement>('[data-review-item]') ?? [])].filter(
    (each) => each.offsetParent !== null,
  )
  const place = items.findIndex(({ dataset }) => dataset['reviewItem'] === String(id))
  const button = items[place + 1]?.querySelector('button')
  button?.focus()
  return button !== undefined && button !== null
}

function State({ item, noted: { decision, end_day } }: { item: ReviewItem; noted: Noted }) {
  if (item.outcome !== null || decision === null) return reviewItemStates[stateOfItem(item)]
  const words = {
    keep: 'a manter',
    remove: 'a retirar',
    shorten: `a encurtar até ${shownDay(end_day ?? '')}`,
  }
  return <span className={classes['noted']}>{words[decision]}</span>
}
