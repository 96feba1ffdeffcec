import type { AuditEvent } from './audit-log.ts'
import { type FieldChange, auditDifference } from './audit-difference.ts'
import { listName } from './audit-lists.ts'
import { byNumber, type RecordNames } from './audit-record-names.ts'
import { recordKindName, recordWithName } from './audit-records.ts'

/** Functions that format audit events for the screen and the export (decision 40). An absent value becomes ''. */

/** Shown in place of an erased value (LGPD). */
export const erasedLabel = 'apagado'

/** Shown in place of the changes of a record that the reader cannot see. */
export const hiddenChangesText = 'Fora do seu alcance'

/**
 * Returns the name of the user who acted, or the user's number if the reader may not see the user. A sign-in has no
 * user.
 */
export function userLabel({ user }: AuditEvent): string {
  if (!user) return 'Sem sessão'
  return user.name ?? `Usuário ${byNumber(user.id)}`
}

/** Returns the name of the user who acted, with a note if an API token acted for them. */
export const actorLabel = (event: AuditEvent): string =>
  userLabel(event) + (event.by_token ? ' (por token)' : '')

/** Returns the delegator of the delegation that the user acted under; '' if there was none. */
export const delegatorOf = ({ delegation }: AuditEvent): string =>
  delegation ? (delegation.by ?? `Delegação ${byNumber(delegation.id)}`) : ''

/** Returns the company that the user acted for. */
export const companyOf = ({ company }: AuditEvent): string =>
  company ? (company.name ?? `Empresa ${byNumber(company.id)}`) : ''

type Target = NonNullable<AuditEvent['record']>

/** Returns the record of the event: its name, or its number if it has no name. */
export const recordOf = (event: AuditEvent): string =>
  recordBy(event, (record) =>
    record.name === null ? withoutName(event, record) : recordWithName(record.kind, record.name),
  )

/**
 * Returns the text for a record without a name. Ended sessions and sent messages are deleted after a while; a deleted
 * session is named by the user of the event, who ended it.
 */
function withoutName({ user }: AuditEvent, record: Target): string {
  if (record.kind === 'session' && user?.name) return recordWithName('session', user.name)
  if (record.kind === 'message') return recordKindName(record.kind)
  return `${recordKindName(record.kind)} ${idInWords(record, true)}`
}

/** Returns the full number or id of the event's record, even if it has a name. */
export const recordIdOf = (event: AuditEvent): string =>
  recordBy(event, (record) => `${recordKindName(record.kind)} ${idInWords(record, false)}`)

function recordBy({ record, erased }: AuditEvent, called: (record: Target) => string): string {
  if (erased.includes('target')) return erasedLabel
  if (!record) return ''
  const kind = recordKindName(record.kind)
  // The id is a hash of the e-mail, which says nothing to the reader.
  if (record.kind === 'account') return kind
  return record.kind === 'list' ? `${kind}: ${listName(record.id)}` : called(record)
}

/**
 * Formats a record id. Numbers are shown in full. `briefly` cuts a random id to 8 characters, enough to compare two.
 */
function idInWords({ kind, id }: Target, briefly: boolean): string {
  // An audit record's id may have a suffix: the name of a value of the event, or a hash.
  const number = kind.startsWith('audit-') ? (id.split('/', 1)[0] ?? '') : id
  if (/^\d+$/.test(number)) return byNumber(number)
  return briefly && /^[0-9a-f-]{36}$/.test(id) ? id.slice(0, 8) : id
}

/** Returns the network address of the request. */
export const addressOf = ({ address, erased }: AuditEvent): string =>
  erased.includes('address') ? erasedLabel : (address ?? '')

const confirmations: Readonly<Record<string, string>> = {
  password: 'Senha',
  federated: 'Provedor de identidade',
  passkey: 'Chave de acesso',
}

/** Returns how the user confirmed their identity. */
export const confirmationOf = ({ confirmed_by }: AuditEvent): string =>
  confirmed_by === null ? '' : (confirmations[confirmed_by] ?? `Outro modo (${confirmed_by})`)

const confirmedPhrases: Readonly<Record<string, string>> = {
  password: 'Confirmada com a senha',
  federated: 'Confirmada no provedor de identidade',
  passkey: 'Assinada com a chave de acesso',
}

/** Returns how the user confirmed the operation, as a phrase; '' without a confirmation. */
export const confirmedPhrase = ({ confirmed_by }: AuditEvent): string =>
  confirmed_by === null ? '' : (confirmedPhrases[confirmed_by] ?? 'Confirmada')

/** Returns a phrase that names the passkey which signed an event; '' without a signature. */
export function signedPhrase({ signed, after, erased }: AuditEvent): string {
  if (erased.includes('signed')) return 'Assinatura apagada'
  if (signed === undefined) return ''
  const { passkey }: { passkey?: unknown } =
    typeof after === 'object' && after !== null ? after : {}
  return typeof passkey === 'string'
    ? `Assinado com a chave de acesso ${passkey}`
    : 'Assinado com uma chave de acesso'
}

/** Returns the changes, one per field. A field that became empty is shown as '(vazio)'. */
export function changesOf(
  { record, before, after, erased }: AuditEvent,
  names: RecordNames,
): FieldChange[] {
  const gone = [
    ...(erased.includes('before') ? [{ label: 'Antes', from: '', to: erasedLabel }] : []),
    ...(erased.includes('after') ? [{ label: 'Depois', from: '', to: erasedLabel }] : []),
  ]
  const kept = auditDifference(
    { record: record && `${record.kind}:${record.id}`, before, after },
    names,
  )
  // Erased parts come first. Without them the remaining changes would look like a new record.
  return [...gone, ...kept.map((change) => ({ ...change, to: change.to || '(vazio)' }))]
}
