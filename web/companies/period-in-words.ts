import { shownDay } from '../../contract/shown.ts'

const dayOfSent = (sent: string): string => shownDay(sent.slice(0, 10))

/** Describes the period of a new delegation in its identity confirmation. */
export function periodInWords({
  begin_date,
  end_date,
}: {
  begin_date: string
  end_date?: string | null | undefined
}): string {
  const begin = dayOfSent(begin_date)
  return end_date
    ? `A delegação vale de ${begin} até o fim de ${dayOfSent(end_date)}.`
    : `A delegação vale a partir de ${begin}, sem data de fim.`
}
