import type { ReactNode } from 'react'
import type { MyDataSection } from '../../contract/my-data.ts'
import { formatInstant } from '../../contract/shown.ts'
import { readUserAgent } from '../../contract/user-agent.ts'
import { DataTable, type Column } from '../ui/data-table.tsx'
import { Definition, DefinitionList } from '../ui/definition-list.tsx'
import { formatNumber } from '../ui/format-number.ts'
import { listBox } from '../ui/list-box.ts'
import classes from './my-data.module.css'

type SectionColumn = MyDataSection['columns'][number]
type Cell = MyDataSection['rows'][number][number] | undefined

interface Row {
  id: number
  cells: readonly Cell[]
}

/** Formats a cell; an empty cell is a dash. A user agent is shortened here. The downloaded file contains it in full. */
function shownCell({ kind }: SectionColumn, cell: Cell): string {
  if (cell === null || cell === undefined || cell === '') return '—'
  const text = String(cell)
  if (kind === 'user-agent') return readUserAgent(text)
  return kind === 'instant' ? formatInstant(text) : text
}

/** A section of the stored data, with its purpose and retention period. */
export function DataPart({
  id,
  title,
  lead,
  children,
}: {
  id: string
  title: string
  lead: ReactNode
  children: ReactNode
}) {
  return (
    <section className={classes['part']} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {lead}
      </header>
      {children}
    </section>
  )
}

function Purpose({ section: { why, kept_for } }: { section: MyDataSection }) {
  return (
    <>
      <p>{why}</p>
      <p>
        <strong>Por quanto tempo:</strong> {kept_for}
      </p>
    </>
  )
}

/** The only row of a section, as a list of names and values. */
export function DataFacts({ section }: { section: MyDataSection }) {
  const { key, title, columns, rows } = section
  return (
    <DataPart id={key} title={title} lead={<Purpose section={section} />}>
      <DefinitionList>
        {columns.map((column, place) => (
          <Definition key={column.key} label={column.header}>
            {shownCell(column, rows[0]?.[place])}
          </Definition>
        ))}
      </DefinitionList>
    </DataPart>
  )
}

/** The newest rows of a section as a table. */
export function DataSection({ section }: { section: MyDataSection }) {
  const { key, title, columns, rows, total } = section
  const shown: Column<Row>[] = columns.map((column, place) => ({
    header: column.header,
    kind: column.kind === 'instant' ? 'date' : 'text',
    cell: ({ cells }) => shownCell(column, cells[place]),
  }))
  return (
    <DataPart id={key} title={title} lead={<Purpose section={section} />}>
      <div className={listBox}>
        <DataTable
          label={title}
          columns={shown}
          rows={rows.map((cells, id) => ({ id, cells }))}
          expectedRows={1}
        />
      </div>
      {total > rows.length && (
        <p className={classes['more']}>
          {`Os ${formatNumber(rows.length)} mais recentes de ${formatNumber(total)}. O arquivo traz os demais.`}
        </p>
      )}
    </DataPart>
  )
}
