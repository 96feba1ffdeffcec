import { correctionField, dataRequestStates } from '../../../contract/data-requests.ts'
import { correctionFields } from '../../../contract/correction-fields.ts'
import { formatDue } from '../../../contract/erasures.ts'
import { listFixture, type ListFixture } from './list-fixture.ts'
import {
  createdAt,
  dueAt,
  idsOf,
  names,
  rows,
  scattered,
  formatInstant,
  status,
  updatedAt,
} from '../list-values.ts'
import type { TestApp } from '../test-app.ts'

const nothing = () => Promise.resolve(undefined)

/** Creates twelve users, optionally deleted at these times. */
async function makePeople(app: TestApp, deletedAt?: (row: number) => Date): Promise<number[]> {
  const values = rows.map((row) => ({
    name: scattered(names, row, 5),
    email: `pessoa${String((row * 7) % 12).padStart(2, '0')}@titulares.example`,
    code: `encoberto${row}`,
    ...(deletedAt && { active: false, deleted_at: deletedAt(row) }),
  }))
  return idsOf(await app.db.insertInto('users').values(values).returning('id').execute())
}

/** Administrators' lists of personal data. */
export const privacyListFixtures = {
  dataRequestList: listFixture('dataRequestList', {
    async seed(app) {
      const people = await makePeople(app)
      const values = people.map((user_id, row) => ({
        user_id,
        field: scattered(correctionField.options, row, 3),
        wanted: 'Encoberto.',
        created_at: createdAt(row),
        due_at: row % 4 === 0 ? updatedAt(row) : dueAt(row),
        ...(row % 3 === 0 && {
          answered_at: updatedAt(row),
          answered_by: user_id,
          accepted: true,
          answer: 'Encoberta.',
        }),
      }))
      const made = await app.db.insertInto('data_requests').values(values).returning('id').execute()
      return { ids: idsOf(made), hidden: ['encobert'] }
    },
    context: nothing,
    read: (who, query) => who.call('dataRequestList', { query }),
    see: (row) => ({
      sorts: {
        // Answered requests sort after open ones.
        state: row.state === 'answered' ? 'answered' : row.due_at,
        due_at: row.due_at,
        created_at: row.created_at,
        name: row.name.toLowerCase(),
        field: correctionFields[row.field],
      },
      filters: { state: row.state, field: row.field },
      searched: {
        name: row.name,
        email: row.email,
        field: correctionFields[row.field],
        state: dataRequestStates[row.state],
        created_at: formatInstant(row.created_at),
        due_at: formatInstant(row.due_at),
      },
    }),
  }),

  erasureList: listFixture('erasureList', {
    unique: ['email'],
    async seed(app) {
      const ids = await makePeople(app, (row) => (row % 3 === 1 ? dueAt(row) : createdAt(row)))
      return { ids, hidden: ['encoberto'] }
    },
    context: nothing,
    read: (who, query) => who.call('erasureList', { query }),
    see: (row) => ({
      sorts: { deleted_at: row.deleted_at, name: row.name.toLowerCase(), email: row.email },
      filters: { due: status(row.due) },
      searched: {
        name: row.name,
        email: row.email,
        deleted_at: formatInstant(row.deleted_at),
        erasable_at: formatInstant(row.erasable_at),
        status: formatDue(row.due),
      },
    }),
  }),
} satisfies Record<string, ListFixture>
