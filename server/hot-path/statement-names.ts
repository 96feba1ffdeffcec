import { hash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import { isPlannedEachTime } from '../database/planned-each-time.ts'
import type { StatementNamer } from '../database/pool-driver.ts'

/** Maximum number of prepared statements per connection. PostgreSQL uses up to about 100 KB for each of them. */
const maxNames = 150

/**
 * Names the prepared statements of one connection (decision 41). PostgreSQL then parses each statement once and caches
 * its plan after five executions. If there are more statements than names, the connection expires.
 */
export class StatementNames implements StatementNamer {
  readonly #max: number
  readonly #names = new Map<string, string>()
  expired = false

  constructor(max = maxNames) {
    this.#max = max
  }

  nameOf({ sql, parameters, queryId }: CompiledQuery): string | undefined {
    // A statement without parameters is a command such as `begin`, which gains nothing from being prepared.
    if (parameters.length === 0 || isPlannedEachTime(queryId) || parameters.some(isLong))
      return undefined
    const existing = this.#names.get(sql)
    if (existing !== undefined || this.expired) return existing
    if (this.#names.size === this.#max) {
      this.expired = true
      return undefined
    }
    const name = `p_${hash('sha256', sql, 'base64url').slice(0, 22)}`
    this.#names.set(sql, name)
    return name
  }

  invalidate(): void {
    this.#names.clear()
    this.expired = true
  }
}

/** Whether the parameter is a list of a length that changes the plan. A generic plan assumes ten values. */
const isLong = (parameter: unknown): boolean => Array.isArray(parameter) && parameter.length > 20
