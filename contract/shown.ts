import { once } from './once.ts'

/** Formatting of values in lists, for screens and exports (console.md §2). */

const style = { dateStyle: 'short', timeStyle: 'medium' } as const
const saoPaulo = once(
  () => new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', ...style }),
)
const utc = once(() => new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', ...style }))

/** Formats an instant for lists: dd/MM/yyyy HH:mm:ss in São Paulo. */
export function formatInstant(instant: string): string {
  return saoPaulo().format(new Date(instant)).replace(',', '')
}

/** Formats an instant for lists of plans, which use UTC (console.md §9). */
export function formatUtcInstant(instant: string): string {
  return utc().format(new Date(instant)).replace(',', '')
}

/** Formats a day YYYY-MM-DD as dd/MM/yyyy. */
export function shownDay(day: string): string {
  return day.split('-').toReversed().join('/')
}

/** Formats the time of the last update; empty if the row was never updated. */
export function formatUpdate(row: { created_at: string; updated_at: string }): string {
  const updated = formatInstant(row.updated_at)
  return updated === formatInstant(row.created_at) ? '' : updated
}

/** Returns the label of a status. Some resources have a boolean `active`, others a numeric `status`. */
export function formatStatus(row: { active: boolean } | { status: 0 | 1 }): string {
  const active = 'active' in row ? row.active : row.status === 1
  return active ? 'Ativo' : 'Inativo'
}
