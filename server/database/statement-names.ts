import { hash } from 'node:crypto'
import type { CompiledQuery, KyselyPlugin } from 'kysely'
import pg from 'pg'

/** So many statements have a name on one connection: PostgreSQL keeps each with its plan, up to some 100 KB, as long as that lives. */
const mostNames = 150

/** The queries, as Kysely tells them apart, that have no name. */
const nameless = new WeakSet<object>()

/**
 * For searches and lists: planned for the very values that they are asked with, each time. What is best for a word that
 * nobody has is wrong for one that everybody has, and PostgreSQL plans a named statement for neither of them.
 */
export const plannedEachTime: KyselyPlugin = {
  transformQuery({ node, queryId }) {
    nameless.add(queryId)
    return node
  },
  transformResult: ({ result }) => Promise.resolve(result),
}

/**
 * The names of the statements of one connection: by its name PostgreSQL finds a statement parsed, and after a few times
 * planned. Where texts differ from call to call, such as by the length of a list, their names run out, and with them the
 * use of the connection.
 */
export class StatementNames {
  readonly #most: number
  readonly #names = new Map<string, string>()
  /** Whether this connection should give way to a new one. */
  outworn = false

  constructor(most = mostNames) {
    this.#most = most
  }

  /** The name to ask under, the same for the same text; none where there is to be none, or none is left. */
  nameOf({ sql, parameters, queryId }: CompiledQuery): string | undefined {
    // Without parameters it is a command, such as `begin`, which goes in one message as it is.
    if (parameters.length === 0 || nameless.has(queryId) || parameters.some(isLong))
      return undefined
    const known = this.#names.get(sql)
    if (known !== undefined || this.outworn) return known
    if (this.#names.size === this.#most) {
      this.outworn = true
      return undefined
    }
    const name = `p_${hash('sha256', sql, 'base64url').slice(0, 22)}`
    this.#names.set(sql, name)
    return name
  }

  /** None of these statements means what it meant: a table that it names was changed. */
  forget(): void {
    this.#names.clear()
    this.outworn = true
  }
}

/** A list of so many that its length counts: planned for good it is taken for ten, whatever it holds. */
const isLong = (parameter: unknown): boolean => Array.isArray(parameter) && parameter.length > 20

/**
 * Whether a named statement was refused, and not run, since a migration changed the columns that it gives. The sentence
 * depends on the language of the server, so the place in PostgreSQL that says it is asked for.
 */
export function isChangedResult(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery'
}
