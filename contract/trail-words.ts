import type { AuditEvent } from './trail.ts'
import { type FieldChange, trailDifference } from './trail-difference.ts'
import { listName } from './trail-lists.ts'
import { byNumber, type RecordNames } from './trail-names.ts'
import { recordKindName } from './trail-records.ts'

/** How an event is told, on the screen of the trail and in its file alike (decision 40); empty where there is nothing. */

/** What stands for a value that was erased (LGPD). */
export const erasedWord = 'apagado'

/** What stands for what an event changed, where the reader doesn't see the record. */
export const outOfReach = 'Fora do seu alcance'

/** Who did it. Nobody is signed in at a sign-in; of others than one's own company the number alone is known. */
export function whoOf({ user }: AuditEvent): string {
  if (!user) return 'Sem sessão'
  return user.name ?? `Usuário ${byNumber(user.id)}`
}

/** The same, and whether a token did it in their stead. */
export const whoAndHowOf = (event: AuditEvent): string =>
  whoOf(event) + (event.by_token ? ' (por token)' : '')

/** Who had delegated the right to do it. */
export const delegatorOf = ({ delegation }: AuditEvent): string =>
  delegation ? (delegation.by ?? `Delegação ${byNumber(delegation.id)}`) : ''

/** In the name of which company. */
export const companyOf = ({ company }: AuditEvent): string =>
  company ? (company.name ?? `Empresa ${byNumber(company.id)}`) : ''

type Target = NonNullable<AuditEvent['record']>

/** What it was done to, by its name where it has one. */
export const recordOf = (event: AuditEvent): string =>
  recordBy(event, (record) => record.name ?? idInWords(record, true))

/** The same by its whole number or id, whatever its name. */
export const recordIdOf = (event: AuditEvent): string =>
  recordBy(event, (record) => idInWords(record, false))

function recordBy({ record, erased }: AuditEvent, called: (record: Target) => string): string {
  if (erased.includes('target')) return erasedWord
  if (!record) return ''
  const kind = recordKindName(record.kind)
  return record.kind === 'list' ? `${kind}: ${listName(record.id)}` : `${kind} ${called(record)}`
}

/** A number as such; of a random id, which says nothing to people but that it is the same, the beginning. */
function idInWords({ kind, id }: Target, briefly: boolean): string {
  // Behind the number of an event stands which of its values, behind that of an end of the log a hash.
  const number = kind.startsWith('audit-') ? (id.split('/', 1)[0] ?? '') : id
  if (/^\d+$/.test(number)) return byNumber(number)
  return briefly && /^[0-9a-f-]{36}$/.test(id) ? id.slice(0, 8) : id
}

/** From which address. */
export const addressOf = ({ address, erased }: AuditEvent): string =>
  erased.includes('address') ? erasedWord : (address ?? '')

const confirmations: Readonly<Record<string, string>> = {
  password: 'Senha',
  federated: 'Provedor de identidade',
}

/** How identity was confirmed for it. */
export const confirmationOf = ({ confirmed_by }: AuditEvent): string =>
  confirmed_by === null ? '' : (confirmations[confirmed_by] ?? `Outro modo (${confirmed_by})`)

/** What it changed, field by field; a field that was emptied says so. */
export function changesOf(
  { record, before, after, erased }: AuditEvent,
  names: RecordNames,
): FieldChange[] {
  const gone = [
    ...(erased.includes('before') ? [{ label: 'Antes', from: '', to: erasedWord }] : []),
    ...(erased.includes('after') ? [{ label: 'Depois', from: '', to: erasedWord }] : []),
  ]
  const kept = trailDifference(
    { record: record && `${record.kind}:${record.id}`, before, after },
    names,
  )
  // What was erased stands first, since the rest would read as if all of it were new.
  return [...gone, ...kept.map((change) => ({ ...change, to: change.to || '(vazio)' }))]
}
