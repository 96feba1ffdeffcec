import { ActionIcon, Button, Menu, TextInput, Tooltip } from '@mantine/core'
import { IconCalendarMinus, IconCheck, IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState, type KeyboardEvent, type ReactElement } from 'react'
import {
  accessReviewStates,
  reviewDecisions,
  reviewItemStates,
  stateOfItem,
  type ReviewDecision,
  type ReviewItem,
} from '../../contract/access-reviews.ts'
import { dayAfter } from '../../contract/days.ts'
import { formatInstant, shownDay } from '../../contract/shown.ts'
import { queriesOf, queryOf } from '../api/query-of.ts'
import { today } from '../api/server-clock.ts'
import { periodText } from '../assignment-periods/assignment-period.ts'
import { callConfirmed } from '../confirm-identity/confirm-identity.ts'
import { useRecordAction } from '../form/use-record-action.ts'
import { useLeaveUnreadable } from '../form/use-record.ts'
import { wordFilter } from '../list/list-filters.tsx'
import type { ColumnsOf } from '../list/list-operation.ts'
import type { ListSearch } from '../list/list-search.ts'
import { moduleFilter, recordFilter } from '../list/record-filter.tsx'
import { useBackToList } from '../list/use-back-to-list.ts'
import { useList } from '../list/use-list.ts'
import { toReviewList } from '../paths.ts'
import { useAllowedActions, useSeesEveryCompany } from '../session-state/use-allowed-actions.ts'
import { dangerOutlined } from '../ui/danger.ts'
import { formatNumber } from '../ui/format-number.ts'
import { ListCard } from '../ui/list-card.tsx'
import { Page } from '../ui/page.tsx'
import { readItems } from './read-items.ts'
import classes from './review-form.module.css'
import { useNotedDecisions, type Noted } from './use-noted-decisions.ts'

/** Days after today to which an access is shortened by default. */
const shortenDays = 15
/** Maximum number of decisions per confirmation, as the contract has it. */
const confirmedMax = 2000

const icons = { keep: IconCheck, shorten: IconCalendarMinus, remove: IconX }

const keys: Readonly<Record<string, ReviewDecision>> = { m: 'keep', e: 'shorten', r: 'remove' }

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
  const decides = review?.can_decide === true
  return (
    <Page
      width="wide"
      title="Revisão de acessos"
      subject={review?.name ?? null}
      {...(review && {
        lead: `${accessReviewStates[review.state]} · prazo ${formatInstant(review.deadline)}`,
      })}
      actions={review && <Cancel id={id} name={review.name} state={review.state} />}
    >
      <Items id={id} name={review?.name ?? ''} decides={decides} />
    </Page>
  )
}

/** Button that cancels a review, for administrators. */
function Cancel({ id, name, state }: { id: number; name: string; state: string }) {
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

type Filters = Pick<
  ListSearch<'accessReviewItems'>,
  'search' | 'company_id' | 'module_id' | 'profile_id'
>

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
    focusItem(table.current, 0)
  }, [rows])

  const noted = (decision: ReviewDecision): Noted => ({
    decision,
    end_day: decision === 'shorten' ? endDay : null,
  })
  /** Notes the decision about a row and moves on to the next one, or to the next page. */
  const decide = async (item: ReviewItem, decision: ReviewDecision) => {
    if (decision === 'shorten' && endDay === '') return
    note([[item.id, noted(decision)]])
    const place = rows?.findIndex((row) => row.id === item.id) ?? -1
    if (focusItem(table.current, place + 1)) return
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
            onDecide={(items, decision) => {
              note(items.map((item) => [item.id, noted(decision)] as const))
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
            <Decisions
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

/** The filters of the list, without its state, order and page. */
const filtersIn = ({ search, company_id, module_id, profile_id }: Filters): Filters => ({
  ...(search !== undefined && { search }),
  ...(company_id !== undefined && { company_id }),
  ...(module_id !== undefined && { module_id }),
  ...(profile_id !== undefined && { profile_id }),
})

/** Focuses the first button of a row; false if there is no such row with buttons. */
function focusItem(table: HTMLElement | null, place: number): boolean {
  const items = [...(table?.querySelectorAll('[data-review-item]') ?? [])].filter(
    (each) => each instanceof HTMLElement && each.offsetParent !== null,
  )
  const button = items[place]?.querySelector('button')
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

interface DecisionsProps {
  item: ReviewItem
  decision: ReviewDecision | null
  onDecide: (decision: ReviewDecision) => void
}

/** The three buttons of a row. While one has the focus, a letter decides. */
function Decisions({ item, decision, onDecide }: DecisionsProps) {
  if (!item.can_decide) return null
  const { user, profile } = item
  const onKeyDown = (event: KeyboardEvent) => {
    const decided = keys[event.key.toLowerCase()]
    if (!decided || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    onDecide(decided)
  }
  return (
    <span className={classes['decisions']} data-review-item={item.id}>
      {(Object.keys(reviewDecisions) as ReviewDecision[]).map((each) => {
        const Icon = icons[each]
        return (
          <Tooltip key={each} label={reviewDecisions[each]} openDelay={300}>
            <ActionIcon
              variant={decision === each ? 'filled' : 'subtle'}
              {...(decision !== each && { color: 'gray' })}
              size={30}
              aria-label={`${reviewDecisions[each]}: ${profile.name} de ${user.name}`}
              aria-pressed={decision === each}
              onKeyDown={onKeyDown}
              onClick={() => onDecide(each)}
            >
              <Icon size={17} stroke={1.7} aria-hidden="true" />
            </ActionIcon>
          </Tooltip>
        )
      })}
    </span>
  )
}

interface DecideAllProps {
  id: number
  filters: Filters
  onDecide: (items: readonly ReviewItem[], decision: ReviewDecision) => Promise<unknown>
}

/** Menu that decides all items without a decision that the filters select. */
function DecideAll({ id, filters, onDecide }: DecideAllProps) {
  const [busy, setBusy] = useState(false)
  const decide = async (decision: ReviewDecision) => {
    setBusy(true)
    try {
      const items = await readItems(id, { ...filters, state: 'undecided' })
      await onDecide(
        items.filter((item) => item.can_decide),
        decision,
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="default" loading={busy}>
          Decidir todos da busca
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(reviewDecisions) as ReviewDecision[]).map((decision) => (
          <Menu.Item key={decision} onClick={() => void decide(decision)}>
            {`${reviewDecisions[decision]} os que estão sem decisão`}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

interface ConfirmDecisionsProps {
  id: number
  name: string
  /** Sends the decisions that were not sent yet. */
  send: () => Promise<unknown>
}

/** Button that confirms all noted decisions, with one identity confirmation for at most 2,000 of them. */
function ConfirmDecisions({ id, name, send }: ConfirmDecisionsProps) {
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
