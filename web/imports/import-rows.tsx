import { outcomeWords } from '../../contract/imports.ts'
import type { ColumnsOf, PageIn } from '../list/list-operation.ts'
import { wordFilter } from '../list/list-filters.tsx'
import { useList } from '../list/use-list.ts'
import { ChangeList } from '../ui/change-list.tsx'
import { ListCard } from '../ui/list-card.tsx'
import classes from './import-rows.module.css'
import type { Import } from './import-words.ts'

type Row = PageIn<'importRowList'>['rows'][number]

const outcomeFilter = wordFilter('Resultado', 'Todas as linhas', outcomeWords)

const columns: ColumnsOf<'importRowList'> = [
  { header: 'Registro', kind: 'name', cell: ({ label }) => label },
  { header: 'Linha', sort: 'line', kind: 'short', cell: ({ line }) => line },
  {
    header: 'Resultado',
    sort: 'outcome',
    kind: 'status',
    cell: ({ outcome }) => (
      <span className={classes['outcome']} data-outcome={outcome}>
        {outcomeWords[outcome]}
      </span>
    ),
  },
  { header: 'Detalhes', cell: (row) => <Details {...row} /> },
]

/** The rows of a file, refused ones first. */
export function ImportRows({ draft: { kind, id } }: { draft: Import }) {
  const { props } = useList('importRowList', {
    params: { kind, id: String(id) },
    filters: { outcome: outcomeFilter },
  })
  return (
    <ListCard
      label="Linhas do arquivo"
      searchLabel="Buscar nas linhas"
      columns={columns}
      {...props}
    />
  )
}

/** Why a row is refused, or what it changes. */
function Details({ refusals, changes, outcome }: Row) {
  if (outcome === 'refused')
    return (
      <ul className={classes['refusals']}>
        {refusals.map(({ column, sentence }) => (
          <li key={`${column} ${sentence}`}>
            {column === null ? sentence : `${column}: ${sentence}`}
          </li>
        ))}
      </ul>
    )
  if (outcome !== 'change') return null
  return (
    <ChangeList
      changes={changes.map(({ column, before, after }) => ({
        label: column,
        from: before ?? '',
        to: after,
      }))}
    />
  )
}
