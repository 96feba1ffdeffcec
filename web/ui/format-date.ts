import { once } from '../../contract/once.ts'

const saoPaulo = { timeZone: 'America/Sao_Paulo' } as const
const dateTime = once(
  () => new Intl.DateTimeFormat('pt-BR', { ...saoPaulo, dateStyle: 'short', timeStyle: 'short' }),
)
const day = once(() => new Intl.DateTimeFormat('pt-BR', { ...saoPaulo, dateStyle: 'short' }))

/** Formats an instant in São Paulo time, to the minute (rulings §7). */
export function formatDateTime(instant: Date): string {
  return dateTime().format(instant)
}

/** Formats the day of an instant as dd/MM/yyyy, in São Paulo time. */
export function formatDay(instant: Date): string {
  return day().format(instant)
}
