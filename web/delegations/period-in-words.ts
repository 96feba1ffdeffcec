/** A day as people write it: dd/MM/yyyy. */
const shownDay = (sent: string): string => sent.slice(0, 10).split('-').toReversed().join('/')

/** For how long something is lent, for the question before it is. */
export function periodInWords({
  begin_date,
  end_date,
}: {
  begin_date: string
  end_date?: string | null | undefined
}): string {
  const begin = shownDay(begin_date)
  return end_date
    ? `A delegação vale de ${begin} até o fim de ${shownDay(end_date)}.`
    : `A delegação vale a partir de ${begin}, sem data de fim.`
}
