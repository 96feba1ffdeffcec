import { outcomeLabels, refusalText, refusalGroupText } from '../../contract/imports.ts'
import type { ColumnsOf, PageIn } from '../list/list-operation.ts'
import { wordFilter } from '../list/list-filters.tsx'
import { useList } from '../list/use-list.ts'
import { ChangeList } from '../ui/change-list.tsx'
import { ListCard } from '../ui/list-card.tsx'
import classes from './import-rows.module.css'
import type { Import } from './import-words.ts'

type Row = PageIn<'importRowList'>['rows'][number]

const outcomeFilter = wordFilter('Resultado', 'Todas as linhas', outcomeLabels)

const columns: ColumnsOf<'importRowList'> = [
  { header: 'Registro', kind: 'name', email: true, cell: ({ label }) => label },
  { header: 'Linha', sort: 'line', kind: 'short', cell: ({ line }) => line },
  {
    header: 'Resultado',
    sort: 'outcome',
    kind: 'status',
    cell: ({ outcome }) => (
      <span className={classes['outcome']} data-outcome={outcome}>
        {outcomeLabels[outcome]}
      </span>
    ),
  },
  { header: 'Detalhes', cell: (row) => <Details {...row} /> },
]

/** Rows of an import file, refused ones first. */
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

/** Reasons for a refusal, or the changes of a row and their consequences. */
function Details({ refusals, same, changes, warnings }: Row) {
  const others = refusalGroupText(same)
  const changed = changes.flatMap(({ column, before, after }) =>
    before === null ? [] : [{ label: column, from: before, to: after }],
  )
  return (
    <>
      <Sentences kind="refusal" sentences={refusals.map((refusal) => refusalText(refusal))} />
      {others !== undefined && <p className={classes['same']}>{others}</p>}
      {changed.length > 0 && <ChangeList changes={changed} />}
      <Sentences kind="warning" sentences={warnings} />
    </>
  )
}

interface SentencesProps {
  kind: 'refusal' | 'warning'
  sentences: readonly string[]
}

function Sentences({ kind, sentences }: SentencesProps) {
  if (sentences.length === 0) return null
  return (
    <ul className={classes['sentences']} data-kind={kind}>
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
