const saoPaulo = { timeZone: 'America/Sao_Paulo' } as const
const dateTime = new Intl.DateTimeFormat('pt-BR', {
  ...saoPaulo,
  dateStyle: 'short',
  timeStyle: 'short',
})
const toTheSecond = new Intl.DateTimeFormat('pt-BR', {
  ...saoPaulo,
  dateStyle: 'short',
  timeStyle: 'medium',
})
const day = new Intl.DateTimeFormat('pt-BR', { ...saoPaulo, dateStyle: 'short' })

/** An instant as people here read it, to the minute (rulings §7). */
export function formatDateTime(instant: Date): string {
  return dateTime.format(instant)
}

/** An instant as the API sends it, in the form of lists: dd/MM/yyyy HH:mm:ss (console.md §2). */
export function formatInstant(instant: string): string {
  return toTheSecond.format(new Date(instant)).replace(',', '')
}

/** When a row was last updated; empty where it was never updated (console.md §2). */
export function formatUpdate(row: { created_at: string; updated_at: string }): string {
  const updated = formatInstant(row.updated_at)
  return updated === formatInstant(row.created_at) ? '' : updated
}

/** The day of an instant, dd/MM/yyyy. */
export function formatDay(instant: Date): string {
  return day.format(instant)
}
