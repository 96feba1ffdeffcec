import { IconListDetails } from '@tabler/icons-react'
import { useMemo, useRef, useState, type ReactElement } from 'react'
import { pageSizes } from '../../contract/list.ts'
import { formatInstant } from '../../contract/shown.ts'
import type { AuditEvent } from '../../contract/audit-log.ts'
import { operationName } from '../../contract/operation-titles.ts'
import { DataTable, hideable } from '../ui/data-table.tsx'
import { FilterChips } from '../ui/filter-bar.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import listClasses from '../ui/list-card.module.css'
import { ListClear, ListNote, ListUnreadable } from '../ui/list-note.tsx'
import { ListViews } from '../list/list-views.tsx'
import { ListTools } from '../ui/list-tools.tsx'
import { Page } from '../ui/page.tsx'
import { PositionPager } from '../ui/position-pager.tsx'
import { useSettledKey } from '../ui/use-settled-key.ts'
import { EventDetails } from './event-details.tsx'
import { ExportAuditLog } from './export-audit-log.tsx'
import { auditColumns } from './audit-columns.tsx'
import { hasControl } from './audit-filters.tsx'
import { type Limited, useAuditList } from './use-audit-list.ts'

/** Text of an empty page. If a link limits the page to a record, the text does not mention filters. */
const emptyNotes: Readonly<Record<Limited, string>> = {
  nothing: 'Ainda não há eventos para mostrar.',
  record: 'Este registro ainda não tem eventos na auditoria.',
  changes: 'Ainda não há mudanças para mostrar.',
  filters: 'Nenhum resultado encontrado para os critérios de pesquisa.',
}

/** Label of the link to the whole audit log. */
const clearLabels: Readonly<Record<Limited, string>> = {
  nothing: 'Ver toda a auditoria',
  record: 'Ver toda a auditoria',
  changes: 'Ver toda a auditoria',
  filters: 'Limpar filtros',
}

/** Audit log: who did what, to which record, when and from where (decision 40). An addition to the specification. */
export default function AuditList(): ReactElement {
  const list = useAuditList()
  const { rows, names, take, reading, filters, limited, onClear, onRetry } = list
  const columns = useMemo(() => auditColumns(names), [names])
  const [opened, setOpened] = useState<AuditEvent>()
  const tools = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<readonly string[]>([])
  /** Scrolls to the first row of another page without moving the pager out of view. */
  const turnPage = (to: (() => void) | undefined) =>
    to &&
    (() => {
      tools.current?.scrollIntoView({ block: 'nearest' })
      to()
    })
  const pager = useSettledKey(rows === undefined)
  const empty = rows?.length === 0 && !onRetry
  return (
    <Page width="wide" title="Auditoria">
      <div className={listClasses['list']}>
        <ListTools
          anchor={tools}
          views={(iconOnly) => <ListViews list="/audit-list" iconOnly={iconOnly} />}
          filters={filters.props.filter(hasControl)}
          counted={undefined}
        />
        <FilterChips filters={filters.props} />
        {onRetry ? (
          <ListUnreadable onRetry={onRetry} />
        ) : (
          !empty && (
            <DataTable
              label="Auditoria"
              columns={columns}
              rows={rows}
              reading={reading}
              renderActions={(event) => <OpenDetails event={event} onOpen={setOpened} />}
              actionIcons={1}
              expectedRows={Math.min(take, 10)}
              onShown={setShown}
            />
          )
        )}
        <ListNote>{empty && emptyNotes[limited]}</ListNote>
        {empty && onClear && <ListClear onClear={onClear}>{clearLabels[limited]}</ListClear>}
        {!onRetry && !empty && (
          <PositionPager
            key={pager.key}
            listeners={pager.listeners}
            take={take}
            pageSizes={pageSizes}
            onTake={list.onTake}
            onFirst={turnPage(list.onFirst)}
            onPrevious={turnPage(list.onPrevious)}
            onNext={turnPage(list.onNext)}
            columns={{ table: 'Auditoria', headers: hideable(columns), shown }}
          >
            <ExportAuditLog query={filters.query} />
          </PositionPager>
        )}
      </div>
      {opened && <EventDetails event={opened} names={names} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

interface OpenDetailsProps {
  event: AuditEvent
  onOpen: (event: AuditEvent) => void
}

function OpenDetails({ event, onOpen }: OpenDetailsProps) {
  const of = `${operationName(event.operation)}, ${formatInstant(event.happened_at)}`
  return (
    <IconButton
      icon={IconListDetails}
      label="Detalhes"
      of={of}
      onPress={() => onOpen(event)}
      opensRow
    />
  )
}
