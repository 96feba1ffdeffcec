import { formatInstant } from '../../contract/shown.ts'
import type { AuditEvent } from '../../contract/audit-log.ts'
import type { FieldChange } from '../../contract/audit-difference.ts'
import type { RecordNames } from '../../contract/audit-record-names.ts'
import { operationName } from '../../contract/operation-titles.ts'
import {
  addressOf,
  changesOf,
  companyOf,
  confirmedPhrase,
  hiddenChangesText,
  recordOf,
  signedPhrase,
  userLabel,
} from '../../contract/audit-words.ts'
import { RecordLink } from '../links/record-link.tsx'
import { toHistoryOf, toUserWithEmail } from '../paths.ts'
import { ChangeList } from '../ui/change-list.tsx'
import type { Column } from '../ui/data-table.tsx'
import classes from './audit-list.module.css'
import { deviceOf, recordKey } from './shown-event.ts'

/** Maximum number of changes that the row of an event shows; the details show all. */
const changesMax = 2
/** Maximum number of characters of a value in a row. */
const charactersMax = 60

/** Returns the columns of the audit log. `names` has the names of the records in the events. */
export const auditColumns = (names: RecordNames): readonly Column<AuditEvent>[] => [
  { header: 'Quem', kind: 'name', cell: (event) => <Who event={event} /> },
  {
    header: 'Quando',
    kind: 'date',
    priority: 1,
    cell: ({ happened_at }) => formatInstant(happened_at),
  },
  { header: 'Operação', kind: 'text', cell: (event) => <Operation event={event} /> },
  { header: 'Registro', kind: 'text', cell: (event) => <Record event={event} /> },
  { header: 'O que mudou', kind: 'long', cell: (event) => <Changes event={event} names={names} /> },
  { header: 'Empresa', kind: 'text', clamp: true, cell: companyOf },
  { header: 'Origem', kind: 'short', cell: (event) => <From event={event} /> },
]

function Who({ event }: { event: AuditEvent }) {
  const { delegation } = event
  return (
    <>
      {userLabel(event)}
      {delegation && (
        <span className={classes['beneath']}>
          {delegation.by === null ? 'por delegação' : `por delegação de ${delegation.by}`}
        </span>
      )}
    </>
  )
}

/** The operation, and how it was confirmed or signed: the confirmation often has no row of its own. */
function Operation({ event }: { event: AuditEvent }) {
  const confirmed = signedPhrase(event) || confirmedPhrase(event)
  return (
    <>
      {operationName(event.operation)}
      {confirmed !== '' && <span className={classes['beneath']}>{confirmed}</span>}
    </>
  )
}

/**
 * The record, as a link to its history. The event of a new user has the e-mail instead of the id, because the response
 * of the creation has none (decision 29); it is a link to the list of users.
 */
function Record({ event }: { event: AuditEvent }) {
  const key = recordKey(event)
  const shown = recordOf(event)
  if (event.record?.kind === 'email')
    return <RecordLink {...toUserWithEmail(event.record.id)}>{shown}</RecordLink>
  return key === undefined ? shown : <RecordLink {...toHistoryOf(key)}>{shown}</RecordLink>
}

interface ChangesProps {
  event: AuditEvent
  names: RecordNames
}

function Changes({ event, names }: ChangesProps) {
  if (event.withheld) return <span className={classes['beneath']}>{hiddenChangesText}</span>
  const changes = changesOf(event, names)
  if (changes.length === 0) return null
  return (
    <div className={classes['changes']}>
      <ChangeList label="O que mudou" changes={changes.slice(0, changesMax).map(briefly)} />
      {changes.length > changesMax && (
        <span className={classes['beneath']}>{`e mais ${changes.length - changesMax}`}</span>
      )}
    </div>
  )
}

const briefly = ({ label, from, to }: FieldChange): FieldChange => ({
  label,
  from: beginningOf(from),
  to: beginningOf(to),
})

/** Cuts by code points, so that a surrogate pair stays whole. */
function beginningOf(value: string): string {
  const characters = Array.from(value)
  return characters.length <= charactersMax
    ? value
    : `${characters.slice(0, charactersMax).join('').trimEnd()}…`
}

function From({ event }: { event: AuditEvent }) {
  return (
    <>
      {addressOf(event)}
      <span className={classes['beneath']}>{deviceOf(event)}</span>
    </>
  )
}
