import { hash } from 'node:crypto'
import type { CompiledQuery } from 'kysely'
import { isPlannedEachTime } from '../database/planned-each-time.ts'
import type { StatementNamer } from '../database/pool-driver.ts'

/** Maximum prepared statements of a connection: PostgreSQL keeps up to about 100 KB for each of them. */
const maxNames = 150

/**
 * Names the statements of one connection, so that PostgreSQL parses each once and after five executions keeps its plan
 * (decision 41). If there are more texts than names, the connection expires.
 */
export class StatementNames implements StatementNamer {
  readonly #max: number
  readonly #names = new Map<string, string>()
  expired = false

  constructor(max = maxNames) {
    this.#max = max
  }

  nameOf({ sql, parameters, queryId }: CompiledQuery): string | undefined {
    // A statement without parameters is a command such as `begin`: one message without a name is enough.
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

/** A list whose length matters to the plan: a generic plan assumes ten values. */
const isLong = (parameter: unknown): boolean => Array.isArray(parameter) && parameter.length > 20
