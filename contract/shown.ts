/** How lists show what they hold, for their screens and their exports alike (console.md §2). */

const style = { dateStyle: 'short', timeStyle: 'medium' } as const
const saoPaulo = new Intl.DateTimeFormat('pt-BR', { timeZone: 'America/Sao_Paulo', ...style })
const utc = new Intl.DateTimeFormat('pt-BR', { timeZone: 'UTC', ...style })

/** An instant as lists show it: dd/MM/yyyy HH:mm:ss. */
export function shownInstant(instant: string): string {
  return saoPaulo.format(new Date(instant)).replace(',', '')
}

/** The same for plans, whose lists show theirs in UTC (console.md §9). */
export function shownInUtc(instant: string): string {
  return utc.format(new Date(instant)).replace(',', '')
}

/** A day, YYYY-MM-DD, as people write it: dd/MM/yyyy. */
export function shownDay(day: string): string {
  return day.split('-').toReversed().join('/')
}

/** When a row was last updated; empty where it was never updated. */
export function shownUpdate(row: { created_at: string; updated_at: string }): string {
  const updated = shownInstant(row.updated_at)
  return updated === shownInstant(row.created_at) ? '' : updated
}

/** Whether a record is active; some resources say so by `active`, others by `status`. */
export function shownStatus(row: { active: boolean } | { status: 0 | 1 }): string {
  const active = 'active' in row ? row.active : row.status === 1
  return active ? 'Ativo' : 'Inativo'
}
