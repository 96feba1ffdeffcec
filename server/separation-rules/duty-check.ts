import { shownDay } from '../../contract/shown.ts'
import type { Db } from '../database/database.ts'
import type { Scope } from '../scope/scope.ts'
import {
  type DutySide,
  type ExceptionDay,
  findExceptionDays,
  findHoldings,
  findSides,
  type Holding,
} from './duty-queries.ts'

/** A profile that a write gives. `person` is the user id, or a text that identifies a person without an account. */
export interface GivenDuty {
  person: number | string
  company_id: number
  profile_id: number
  /** Last day in São Paulo, as YYYY-MM-DD; null without an end. */
  last_day: string | null
}

/** A rule that a given profile would violate. */
export interface DutyConflict {
  rule: string
  /**
   * Names of the profiles on the other side; null for one that the caller may not see. Empty if the given profile has
   * both functions of the rule.
   */
  others: (string | null)[]
  /** Last day of an exception that ends too early; null without one. */
  exceptedUntil: string | null
}

const forever = '9999-12-31'
const latest = (days: readonly (string | null)[]): string =>
  days.reduce<string>((last, day) => ((day ?? forever) > last ? (day ?? forever) : last), '')

/**
 * Decides like the triggers of tables/separation-conflicts.sql, before the write, so that a refusal can name the row.
 * Exact while the links of the people to their companies are locked.
 */
export class DutyCheck {
  readonly #rules: Map<number, DutySide[]>
  readonly #held = new Map<string, { profile_id: number; last_day: string | null }[]>()
  readonly #exceptions: ReadonlyMap<string, string>

  constructor(
    sides: readonly DutySide[],
    holdings: readonly Holding[],
    exceptions: readonly ExceptionDay[],
  ) {
    this.#rules = Map.groupBy(sides, ({ rule_id }) => rule_id)
    for (const { user_id, company_id, profile_id, last_day } of holdings)
      this.#hold({ person: user_id, company_id, profile_id, last_day })
    this.#exceptions = new Map(
      exceptions.map(({ rule_id, user_id, company_id, last_day }) => [
        `${rule_id} ${user_id} ${company_id}`,
        last_day,
      ]),
    )
  }

  /**
   * Returns the first rule that this profile would violate, together with what the person has and with the profiles
   * given before. Undefined if none; the profile then counts as given.
   */
  give(given: GivenDuty): DutyConflict | undefined {
    this.#hold(given)
    for (const sides of this.#rules.values()) {
      const conflict = this.#conflictBy(sides, given)
      if (conflict) return conflict
    }
    return undefined
  }

  #hold({ person, company_id, profile_id, last_day }: GivenDuty): void {
    const place = `${person} ${company_id}`
    const held = this.#held.get(place) ?? []
    held.push({ profile_id, last_day })
    this.#held.set(place, held)
  }

  #conflictBy(
    sides: readonly DutySide[],
    { person, company_id, profile_id }: GivenDuty,
  ): DutyConflict | undefined {
    const ownSides = sides.filter((side) => side.profile_id === profile_id)
    const [own] = ownSides
    if (!own) return undefined
    const held = this.#held.get(`${person} ${company_id}`) ?? []
    const holding = sides.flatMap((side) =>
      held
        .filter((each) => each.profile_id === side.profile_id)
        .map(({ last_day }) => ({ ...side, last_day })),
    )
    const ends = ([1, 2] as const).map((number) => holding.filter(({ side }) => side === number))
    if (ends.some((each) => each.length === 0)) return undefined
    const [until = forever] = ends
      .map((each) => latest(each.map(({ last_day }) => last_day)))
      .toSorted()
    const exceptedUntil = this.#exceptions.get(`${own.rule_id} ${person} ${company_id}`) ?? null
    if (exceptedUntil !== null && exceptedUntil >= until) return undefined
    const others = holding.filter(
      (each) => each.profile_id !== profile_id && (ownSides.length === 2 || each.side !== own.side),
    )
    return {
      rule: own.rule,
      others: [...new Set(others.map(({ profile }) => profile))],
      exceptedUntil,
    }
  }
}

/**
 * Reads what `DutyCheck` needs for these profiles, people and companies. Uses one query if no rule names one of the
 * profiles.
 */
export async function readDuties(
  db: Db,
  scope: Scope,
  given: readonly { user_id: number; company_id: number; profile_id: number }[],
): Promise<DutyCheck> {
  const distinct = (values: readonly number[]) => [...new Set(values)]
  const sides = await findSides(db, scope, distinct(given.map(({ profile_id }) => profile_id)))
  if (sides.length === 0) return new DutyCheck([], [], [])
  const places = {
    userIds: distinct(given.map(({ user_id }) => user_id)),
    companyIds: distinct(given.map(({ company_id }) => company_id)),
  }
  return new DutyCheck(
    sides,
    await findHoldings(db, distinct(sides.map(({ profile_id }) => profile_id)), places),
    await findExceptionDays(db, distinct(sides.map(({ rule_id }) => rule_id)), places),
  )
}

/** Returns the sentence that a conflict is reported with, beside the profile. */
export function conflictSentence({ rule, others, exceptedUntil }: DutyConflict): string {
  const names = others.map((name) => (name === null ? 'outro perfil desta pessoa' : `“${name}”`))
  const sentence =
    names.length === 0
      ? `A regra “${rule}” não permite este perfil: ele tem as duas funções.`
      : `A regra “${rule}” não permite este perfil junto com ${names.join(', ')}.`
  return exceptedUntil === null
    ? sentence
    : `${sentence} A exceção vale até ${shownDay(exceptedUntil)}: informe um fim até este dia.`
}
