import { fullStop } from '../../contract/full-stop.ts'
import { once } from '../../contract/once.ts'

const hourInSaoPaulo = once(
  () =>
    new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/Sao_Paulo',
      hour: 'numeric',
      hourCycle: 'h23',
    }),
)

/** Returns the greeting for the time of day in São Paulo, such as 'Bom dia, Júlia.'. */
export function greetingAt(now: Date, name: string): string {
  const hour = Number(hourInSaoPaulo().format(now))
  const greeting = hour < 5 || hour >= 18 ? 'Boa noite' : hour < 12 ? 'Bom dia' : 'Boa tarde'
  return fullStop(`${greeting}, ${name.split(' ', 1).join('')}`)
}
