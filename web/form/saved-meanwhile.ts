import type { AuditEvent } from '../../contract/audit-log.ts'
import type { RecordKind } from '../../contract/record-kinds.ts'
import { formatInstant } from '../../contract/shown.ts'
import { call } from '../api/api-client.ts'
import { ApiProblem } from '../api/api-problem.ts'

/** Saves of a record that happened after the form had read it. */
export interface SavedMeanwhile {
  /** Names of the users who saved, each once, the last one first; null for a user who is invisible to the reader. */
  people: readonly (string | null)[]
  /** Instant of the last save; undefined if unknown. */
  at: string | undefined
  /** True if the reader made all these saves, in another window. */
  own: boolean
}

/** Maximum number of events of the record that are read. Earlier events are probably older than the form. */
const eventsRead = 10

/**
 * Returns the events that saved a record after the version of the form, newest first, as the audit log shows them to
 * this user. Empty if the log cannot be read now; the conflict is then reported without a name.
 */
export async function savesAfter(
  kind: RecordKind,
  { id, version }: { id: number; version: number },
): Promise<AuditEvent[]> {
  try {
    const { rows } = await call('auditList', {
      query: { record: `${kind}:${id}`, take: eventsRead },
    })
    return rows.filter(({ after }) => (numberIn(after, 'version') ?? 0) > version)
  } catch (error) {
    if (error instanceof ApiProblem) return []
    throw error
  }
}

/**
 * Summarises the events of `savesAfter`. `updatedAt` is the time of the record's last save, if the record contains it.
 */
export function savedMeanwhile(
  events: readonly Pick<AuditEvent, 'user' | 'happened_at'>[],
  { userId, updatedAt }: { userId: number | undefined; updatedAt: string | undefined },
): SavedMeanwhile {
  const people = new Set(events.map(({ user }) => user?.name ?? null))
  return {
    people: people.size === 0 ? [null] : [...people],
    at: events[0]?.happened_at ?? updatedAt,
    own: events.length > 0 && events.every(({ user }) => user !== null && user.id === userId),
  }
}

/** Returns 'Ana Lima salvou às 10:31', 'Ana Lima e outra pessoa salvaram, por último às 10:31'. */
export function savedInWords({ people, at, own }: SavedMeanwhile, now: Date): string {
  const when = at === undefined ? '' : ` ${timeInWords(at, now)}`
  if (own) return `Você salvou este registro em outra janela${when}`
  const [last, ...others] = people
  if (others.length === 0) return `${last ?? 'Outra pessoa'} salvou${when || ' este registro'}`
  const known = people.filter((name) => name !== null)
  const names = known.length < people.length ? [...known, 'outra pessoa'] : known
  const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' }).format(names)
  return `${list} salvaram${when ? `, por último${when}` : ' este registro'}`
}

/** Returns 'às 10:31' for today in São Paulo, otherwise 'em 25/11/2026 às 10:31'. */
function timeInWords(at: string, now: Date): string {
  const [day = '', time = ''] = formatInstant(at).split(' ')
  const today = formatInstant(now.toISOString()).startsWith(day)
  return `${today ? '' : `em ${day} `}às ${time.slice(0, 5)}`
}

/** Returns a number of a record whose type is unknown. */
export const numberIn = (record: unknown, name: string): number | undefined =>
  valueIn(record, name, (value) => typeof value === 'number')

/** Returns a text of a record whose type is unknown. */
export const textIn = (record: unknown, name: string): string | undefined =>
  valueIn(record, name, (value) => typeof value === 'string')

function valueIn<T>(
  record: unknown,
  name: string,
  isWanted: (value: unknown) => value is T,
): T | undefined {
  if (typeof record !== 'object' || record === null) return undefined
  const value: unknown = new Map<string, unknown>(Object.entries(record)).get(name)
  return isWanted(value) ? value : undefined
}
