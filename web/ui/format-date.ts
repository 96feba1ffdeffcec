const saoPaulo = { timeZone: 'America/Sao_Paulo' } as const
const dateTime = new Intl.DateTimeFormat('pt-BR', {
  ...saoPaulo,
  dateStyle: 'short',
  timeStyle: 'short',
})
const day = new Intl.DateTimeFormat('pt-BR', { ...saoPaulo, dateStyle: 'short' })

/** An instant as people here read it, to the minute (rulings §7). */
export function formatDateTime(instant: Date): string {
  return dateTime.format(instant)
}

/** The day of an instant, dd/MM/yyyy. */
export function formatDay(instant: Date): string {
  return day.format(instant)
}
