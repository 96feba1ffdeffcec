import { homeDays } from './home-days.ts'
import { formatInstant } from './shown.ts'

interface Used {
  last_used_at: string | null
}

/** Marks an assignment that grants access and was not used for 90 days. */
export const unusedText = `sem uso há ${homeDays.profileUnused} dias`

/** Explains what counts as a use (decision 103). */
export const lastUseNote =
  'O último uso é a última entrada no módulo, ou a última vez que ele consultou o portal, com até um minuto de atraso. Conta para todos os perfis que deram o acesso. Um módulo que confere os acessos sem consultar o portal só informa as entradas.'

/** Returns the latest use of assignments; null if none was used. */
export const latestUse = (assignments: readonly Used[]): string | null =>
  assignments.reduce<string | null>(
    (latest, { last_used_at: at }) =>
      at !== null && (latest === null || at > latest) ? at : latest,
    null,
  )

/** Describes the latest use of assignments: 'último uso em 12/03/2026 09:00:00', or 'nunca usado'. */
export function lastUseText(assignments: readonly Used[]): string {
  const latest = latestUse(assignments)
  return latest === null ? 'nunca usado' : `último uso em ${formatInstant(latest)}`
}
