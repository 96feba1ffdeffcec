import { IconListDetails } from '@tabler/icons-react'
import { useRef, useState, type ReactElement } from 'react'
import { pageSizes } from '../../contract/list.ts'
import { shownInstant } from '../../contract/shown.ts'
import type { AuditEvent } from '../../contract/trail.ts'
import { operationName } from '../../contract/trail-operations.ts'
import { DataTable } from '../ui/data-table.tsx'
import { FilterChips, FilterSelects } from '../ui/filter-bar.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import listClasses from '../ui/list-card.module.css'
import { ListClear, ListNote, ListUnreadable } from '../ui/list-note.tsx'
import { Page } from '../ui/page.tsx'
import { PositionPager } from '../ui/position-pager.tsx'
import { EventDetails } from './event-details.tsx'
import { ExportTrail } from './export-trail.tsx'
import { trailColumns } from './trail-columns.tsx'
import { hasControl } from './trail-filters.tsx'
import { useTrail } from './use-trail.ts'

/** The trail: who did what to whom, when, from where (decision 40). Beyond the specification. */
export default function AuditList(): ReactElement {
  const trail = useTrail()
  const { rows, take, reading, filters, onClear, onRetry } = trail
  const [opened, setOpened] = useState<AuditEvent>()
  const tools = useRef<HTMLDivElement>(null)
  /** Another page begins with its first row; the pager under which one scrolled stays in sight. */
  const turn = (to: (() => void) | undefined) =>
    to &&
    (() => {
      tools.current?.scrollIntoView({ block: 'nearest' })
      to()
    })
  const empty = rows?.length === 0 && !onRetry
  return (
    <Page width="wide" title="Auditoria">
      <div className={listClasses['list']}>
        <div ref={tools} className={listClasses['tools']}>
          <FilterSelects filters={filters.props.filter(hasControl)} />
        </div>
        <FilterChips filters={filters.props} />
        {onRetry ? (
          <ListUnreadable onRetry={onRetry} />
        ) : (
          !empty && (
            <DataTable
              label="Auditoria"
              columns={trailColumns}
              rows={rows}
              reading={reading}
              renderActions={(event) => <OpenDetails event={event} onOpen={setOpened} />}
              actionIcons={1}
              expectedRows={Math.min(take, 10)}
            />
          )
        )}
        <ListNote>{empty && 'Nenhum resultado encontrado para os critérios de pesquisa.'}</ListNote>
        {empty && onClear && <ListClear onClear={onClear} />}
        {!onRetry && !empty && (
          <PositionPager
            take={take}
            pageSizes={pageSizes}
            onTake={trail.onTake}
            onFirst={turn(trail.onFirst)}
            onPrevious={turn(trail.onPrevious)}
            onNext={turn(trail.onNext)}
          >
            <ExportTrail query={filters.query} />
          </PositionPager>
        )}
      </div>
      {opened && <EventDetails event={opened} onClose={() => setOpened(undefined)} />}
    </Page>
  )
}

interface OpenDetailsProps {
  event: AuditEvent
  onOpen: (event: AuditEvent) => void
}

function OpenDetails({ event, onOpen }: OpenDetailsProps) {
  const of = `${operationName(event.operation)}, ${shownInstant(event.happened_at)}`
  return (
    <IconButton icon={IconListDetails} label="Detalhes" of={of} onPress={() => onOpen(event)} />
  )
}
