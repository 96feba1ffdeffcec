import {
  type ApiToken,
  apiTokenStateLabels,
  formatExpiration,
  revokedBy,
} from '../../../contract/api-tokens.ts'
import { listFixture, type ListFixture } from './list-fixture.ts'
import {
  createdAt,
  dueAt,
  idsOf,
  names,
  rows,
  scattered,
  formatInstant,
  updatedAt,
} from '../list-values.ts'
import type { TestApp } from '../test-app.ts'

const nothing = () => Promise.resolve(undefined)

/** Prefixes of tokens, some with wildcards of LIKE. */
const starts = ["portaria_a'b%", 'portaria_Z_\\q', 'portaria_4aoK', 'portaria_0o50'] as const

async function makePeople(app: TestApp): Promise<number[]> {
  const values = names.map((name, row) => ({ name, email: `autor${row}@lista.example` }))
  return idsOf(await app.db.insertInto('users').values(values).returning('id').execute())
}

const shown = (instant: string | null): string => (instant === null ? '' : formatInstant(instant))

const see = (row: ApiToken) => ({
  sorts: {
    created_at: row.created_at,
    expiration_date: row.expiration_date,
    create_user: row.create_user.name.toLowerCase(),
    update_at: row.update_at,
    last_used_at: row.last_used_at,
  },
  filters: { state: row.state },
  searched: {
    start: row.start,
    company: row.company.name,
    create_user: row.create_user.name,
    update_user: revokedBy(row),
    created_at: formatInstant(row.created_at),
    expiration_date: formatExpiration(row),
    update_at: shown(row.update_at),
    last_used_at: shown(row.last_used_at),
    last_used_address: row.last_used_address ?? '',
    state: apiTokenStateLabels[row.state],
  },
})

/** API tokens of one user in several companies, by several creators. */
export const apiTokenListFixtures = {
  apiTokenList: listFixture('apiTokenList', {
    async seed(app) {
      const [user, other] = [await app.build.user(), await app.build.user()]
      const people = await makePeople(app)
      const companies = [await app.build.company(), await app.build.company()]
      const values = rows.map((row) => {
        const revoked = row % 4 === 1 ? updatedAt(row) : null
        return {
          user_id: user.id,
          company_id: scattered(companies, row, 1).id,
          digest: Buffer.alloc(32, row + 1),
          start: scattered(starts, row, 3),
          created_at: createdAt(row),
          created_by: scattered(people, row, 5),
          expires_at: row % 3 === 0 ? dueAt(row) : row % 3 === 1 ? updatedAt(row + 1) : null,
          revoked_at: revoked,
          revoked_by: revoked && row === 1 ? scattered(people, row, 7) : null,
          new_role: row === 5,
          closed_at: dueAt(row),
          last_used_at: row % 5 === 2 ? null : createdAt(row + 2),
          last_used_address: row % 5 === 2 ? null : `192.0.2.${row % 4}`,
        }
      })
      const made = await app.db.insertInto('api_tokens').values(values).returning('id').execute()
      await app.build.apiToken({ userId: other.id, companyId: scattered(companies, 0, 1).id })
      return {
        ids: idsOf(made),
        params: { id: String(user.id) },
        hidden: ['autor', other.email],
      }
    },
    context: nothing,
    read: (who, query, { id }) => who.call('apiTokenList', { query, params: { userId: id } }),
    see,
  }),
} satisfies Record<string, ListFixture>
