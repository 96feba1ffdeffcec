import { maskCnpj } from './cnpj.ts'
import { federationReasonLabel } from './federation-reasons.ts'
import { operationAt } from './operation-at.ts'
import { problems } from './problems.ts'
import { shownDay, formatInstant } from './shown.ts'
import { fieldAt, type AuditField } from './audit-fields.ts'
import { byNumber, type RecordNames } from './audit-record-names.ts'
import { operationName } from './operation-titles.ts'
import { recordKindName, recordParts, recordWithName } from './audit-records.ts'

/** Context for formatting the values of an event: the scope of its field names, and the names of records. */
export interface ValueContext {
  scope: string
  names: RecordNames
}

/** Returns the label of a field, given its path (`totals.rows`). An unknown field gets the label 'Outro dado'. */
export function labelOf({ scope }: ValueContext, path: string): string {
  if (path === '') return 'Valor'
  const own = fieldAt(scope, path)
  if (own && !path.includes('.')) return own.label
  const parts = path.split('.')
  return parts
    .map((_, place) => parts.slice(0, place + 1).join('.'))
    .map((each) => fieldAt(scope, each)?.label ?? unnamed(each.slice(each.lastIndexOf('.') + 1)))
    .join(' · ')
}

/**
 * Fields that come first, because a row of the audit log shows only the beginning of a value. The database does not keep
 * the order in which fields were stored.
 */
const leading = ['profile_id', 'company_id', 'spid']

const rankOf = (name: string): number =>
  leading.includes(name) ? leading.indexOf(name) : leading.length

const unnamed = (name: string): string => `Outro dado (${name})`

/** Formats the value of a field; several values are separated by commas. */
export function valueInWords(context: ValueContext, path: string, value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value))
    return value.map((each: unknown) => valueInWords(context, path, each)).join(', ')
  if (typeof value === 'object')
    return Object.entries(value)
      .filter(([, each]) => each !== null)
      .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
      .map(([name, each]: [string, unknown]) => {
        const within = path === '' ? name : `${path}.${name}`
        const label = fieldAt(context.scope, within)?.label ?? unnamed(name)
        return `${label} ${valueInWords(context, within, each)}`
      })
      .join(' · ')
  if (typeof value === 'boolean') return value ? 'Sim' : 'Não'
  if (typeof value !== 'string' && typeof value !== 'number') return ''
  const written = String(value)
  const field = fieldAt(context.scope, path)
  return field ? formatField(context, field, written) : plain(written)
}

function formatField({ scope, names }: ValueContext, field: AuditField, written: string): string {
  const { of, numbered, words, as } = field
  if (words) return words[written] ?? `Outro valor (${written})`
  if (of === 'company' && written === '0') return 'Administradores'
  if (of) return names[`${of}:${written}`] ?? byNumber(written)
  if (numbered) return byNumber(written)
  return as === 'column'
    ? (fieldAt(scope, written)?.label ?? unnamed(written))
    : as === 'record'
      ? recordLabel(written, names)
      : as
        ? special[as](written)
        : plain(written)
}

const special = {
  call: calledInWords,
  cnpj: maskCnpj,
  day: shownDay,
  operation: operationName,
  phone: (digits: string) => `+${digits}`,
  problem: (code: string) =>
    Object.hasOwn(problems, code) ? messageOf(code) : `Outro motivo (${code})`,
  reason: federationReasonLabel,
  'short-id': (id: string) => id.slice(0, 8),
} as const

const sentences: Readonly<Record<string, { message: string }>> = problems
const messageOf = (code: string): string => sentences[code]?.message ?? code

/** Formats a confirmed request, such as `DELETE /user/secret/4/12`, as the title of its operation. */
function calledInWords(written: string): string {
  const [method = '', path = ''] = written.split(' ')
  const operation = operationAt(method, path)
  return operation === undefined ? 'Operação desconhecida' : operationName(operation)
}

/** Formats a record such as `service:12` with its kind and name. */
export function recordLabel(record: string, names: RecordNames): string {
  const { kind, id } = recordParts(record)
  const name = names[record]
  return name === undefined ? `${recordKindName(kind)} ${byNumber(id)}` : recordWithName(kind, name)
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

const plain = (written: string): string =>
  instant.test(written) ? formatInstant(written) : written
