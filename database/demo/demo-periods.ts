import { endOfDay, startOfDay } from './demo-dates.ts'
import { demoPeople } from './demo-people.ts'

/**
 * Period of an assignment. Begin and end are days before today; negative numbers are in the future, and null means at
 * once and no end.
 */
interface Period {
  begins: number | null
  ends: number | null
  reason: string | null
}

const periods: readonly Period[] = [
  { begins: 25, ends: -5, reason: 'Substitui uma colega em licença.' },
  { begins: null, ends: -6, reason: null },
  { begins: 12, ends: -20, reason: 'Projeto de revisão das tarifas.' },
  { begins: null, ends: -75, reason: null },
  { begins: -9, ends: -60, reason: 'Começa na equipe no mês que vem.' },
  { begins: 45, ends: 8, reason: 'Auditoria externa de novembro.' },
]

/** Company of the master user with a fixed e-mail, who then sees all of these periods. */
const companyOfPeriods = demoPeople.master.companyIds[0]

interface Assignment {
  user: number
  company: number
}

/**
 * Returns periods for some of these assignments: those of the first people of one company, each of another person. The
 * assignments must not include those of people with a fixed e-mail.
 */
export function periodsOf<T extends Assignment>(
  assignments: readonly T[],
  today: Date,
): ReadonlyMap<T, { begin_at: Date | null; end_at: Date | null; reason: string | null }> {
  const people = Map.groupBy(
    assignments.filter(({ company }) => company === companyOfPeriods),
    ({ user }) => user,
  )
  const dated = [...people.values()].flatMap(([first]) => first ?? []).slice(0, periods.length)
  return new Map(
    dated.map((assignment, place) => {
      const { begins = null, ends = null, reason = null } = periods[place] ?? {}
      const begin_at = begins === null ? null : startOfDay(today, begins)
      const end_at = ends === null ? null : endOfDay(today, ends)
      return [assignment, { begin_at, end_at, reason }]
    }),
  )
}
