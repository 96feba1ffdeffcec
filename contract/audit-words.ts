import type { AuditEvent } from './audit-log.ts'
import { type FieldChange, auditDifference } from './audit-difference.ts'
import { listName } from './audit-lists.ts'
import { byNumber, type RecordNames } from './audit-record-names.ts'
import { recordKindName } from './audit-records.ts'

/** Formatting of audit events, for the screen and the export (decision 40); absent values become ''. */

/** Shown for an erased value (LGPD). */
export const erasedWord = 'apagado'

/** Shown for the changes of a record that the reader cannot see. */
export const outOfReach = 'Fora do seu alcance'

/** User of the event. A sign-in has none; users outside the reader's company are shown by number. */
export function whoOf({ user }: AuditEvent): string {
  if (!user) return 'Sem sessão'
  return user.name ?? `Usuário ${byNumber(user.id)}`
}

/** User of the event, and whether an API token acted for them. */
export const whoAndHowOf = (event: AuditEvent): string =>
  whoOf(event) + (event.by_token ? ' (por token)' : '')

/** Delegator of the right that was used. */
export const delegatorOf = ({ delegation }: AuditEvent): string =>
  delegation ? (delegation.by ?? `Delegação ${byNumber(delegation.id)}`) : ''

/** Company that the user acted for. */
export const companyOf = ({ company }: AuditEvent): string =>
  company ? (company.name ?? `Empresa ${byNumber(company.id)}`) : ''

type Target = NonNullable<AuditEvent['record']>

/** Record of the event, by name if it has one. */
export const recordOf = (event: AuditEvent): string =>
  recordBy(event, (record) => record.name ?? idInWords(record, true))

/** Record of the event by its full number or id, even if it has a name. */
export const recordIdOf = (event: AuditEvent): string =>
  recordBy(event, (record) => idInWords(record, false))

function recordBy({ record, erased }: AuditEvent, called: (record: Target) => string): string {
  if (erased.includes('target')) return erasedWord
  if (!record) return ''
  const kind = recordKindName(record.kind)
  return record.kind === 'list' ? `${kind}: ${listName(record.id)}` : `${kind} ${called(record)}`
}

/** Formats an id: a number in full; a random id is cut if `briefly`, since only its identity matters. */
function idInWords({ kind, id }: Target, briefly: boolean): string {
  // Ids of audit records have a suffix: that of an event names one of its values, that of an end of the log is a
  // hash.
  const number = kind.startsWith('audit-') ? (id.split('/', 1)[0] ?? '') : id
  if (/^\d+$/.test(number)) return byNumber(number)
  return briefly && /^[0-9a-f-]{36}$/.test(id) ? id.slice(0, 8) : id
}

/** Network address of the request. */
export const addressOf = ({ address, erased }: AuditEvent): string =>
  erased.includes('address') ? erasedWord : (address ?? '')

const confirmations: Readonly<Record<string, string>> = {
  password: 'Senha',
  federated: 'Provedor de identidade',
}

/** How identity was confirmed. */
export const confirmationOf = ({ confirmed_by }: AuditEvent): string =>
  confirmed_by === null ? '' : (confirmations[confirmed_by] ?? `Outro modo (${confirmed_by})`)

/** Changes field by field; an emptied field is marked as such. */
export function changesOf(
  { record, before, after, erased }: AuditEvent,
  names: RecordNames,
): FieldChange[] {
  const gone = [
    ...(erased.includes('before') ? [{ label: 'Antes', from: '', to: erasedWord }] : []),
    ...(erased.includes('after') ? [{ label: 'Depois', from: '', to: erasedWord }] : []),
  ]
  const kept = auditDifference(
    { record: record && `${record.kind}:${record.id}`, before, after },
    names,
  )
  // Erased parts come first; otherwise the rest would look like a new record.
  return [...gone, ...kept.map((change) => ({ ...change, to: change.to || '(vazio)' }))]
}
