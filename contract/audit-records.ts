import { z } from 'zod'
import { type RecordKind, recordKinds } from './record-kinds.ts'

const isRecordKind = (kind: string): kind is RecordKind => Object.hasOwn(recordKinds, kind)

/** Returns the label of a record kind. */
export const recordKindName = (kind: string): string =>
  isRecordKind(kind) ? recordKinds[kind].label : `Outro registro (${kind})`

/**
 * Returns the text for a record with this name: 'Serviço Voz', 'Sessão de Ana Lima, 26/11/2026 10:31', 'E-mail a Ana
 * Lima'.
 */
export function recordWithName(kind: string, name: string): string {
  // The name of a message begins with its channel.
  if (kind === 'message') return name
  const of = kind === 'session' || kind === 'data-request' ? 'de ' : ''
  return `${recordKindName(kind)} ${of}${name}`
}

/** Schema of a record in a filter: `service:12`, or a kind with a random id, `session:…`. */
export const recordInQuery = z
  .string()
  .max(60)
  .regex(
    /^[a-z-]{1,20}:(\d{1,10}|[0-9a-f-]{36})$/,
    'Use o tipo e o número do registro, como service:12.',
  )
  .refine((record) => isRecordKind(recordParts(record).kind), 'Tipo de registro desconhecido.')

/** Splits `service:12` at the first colon; the id may contain colons. */
export function recordParts(target: string): { kind: string; id: string } {
  const [kind = '', ...rest] = target.split(':')
  return { kind, id: rest.join(':') }
}
