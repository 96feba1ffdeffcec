import { accessRequestState, accessRequestStates } from '../../../contract/access-requests.ts'
import { shownDay } from '../../../contract/shown.ts'
import {
  createdAt,
  dueAt,
  formatInstant,
  idsOf,
  names,
  rows,
  scattered,
  status,
  updatedAt,
} from '../list-values.ts'
import { listFixture, type ListFixture } from './list-fixture.ts'

/** Requests for access. */
export const accessRequestListFixtures = {
  accessRequestList: listFixture('accessRequestList', {
    async seed(app) {
      const people = rows.map((row) => ({
        name: scattered(names, row, 5),
        email: `pessoa${String((row * 7) % 12).padStart(2, '0')}@pedidos.example`,
      }))
      const users = idsOf(await app.db.insertInto('users').values(people).returning('id').execute())
      const companies = [await app.build.company(), await app.build.company()]
      const modules = [await app.build.module(), await app.build.module(), await app.build.module()]
      const decider = await app.build.user()
      const links = users.map((user_id, row) => ({
        user_id,
        company_id: scattered(companies, row, 1).id,
      }))
      await app.db.insertInto('user_companies').values(links).execute()
      const values = rows.map((row) => {
        const state = scattered(accessRequestState.options, row, 3)
        const decided = ['approved', 'refused'].includes(state)
        return {
          requester_id: users[row] ?? 0,
          company_id: scattered(companies, row, 1).id,
          module_id: scattered(modules, row, 1).id,
          spid: `S${row % 4}`,
          reason: 'Encoberto.',
          end_date: `2998-0${1 + (row % 6)}-15`,
          state,
          created_at: createdAt(row),
          expires_at: state === 'pending' ? dueAt(row) : updatedAt(row),
          ...(decided && { decided_by: decider.id }),
          ...((decided || state === 'withdrawn') && { decided_at: updatedAt(row) }),
          ...(state === 'refused' && { answer: 'Encoberta.' }),
          ...(state === 'approved' && {
            profile_id: 1,
            approved_spids: [],
            approved_end: '2998-01-01',
            change_hash: '0'.repeat(64),
          }),
        }
      })
      const made = await app.db
        .insertInto('access_requests')
        .values(values)
        .returning('id')
        .execute()
      return { ids: idsOf(made), hidden: ['encobert'] }
    },
    context: () => Promise.resolve(undefined),
    read: (who, query) => who.call('accessRequestList', { query }),
    see: (row) => ({
      sorts: {
        created_at: row.created_at,
        expires_at: row.expires_at,
        name: row.requester.name.toLowerCase(),
        company: row.company.name.toLowerCase(),
        module: row.module.name.toLowerCase(),
        state: accessRequestState.options.indexOf(row.state),
      },
      filters: {
        state: row.state,
        company_id: String(row.company.id),
        module_id: String(row.module.id),
        awaits_me: status(row.awaits_me),
      },
      searched: {
        name: row.requester.name,
        email: row.requester.email,
        company: row.company.name,
        module: row.module.name,
        spid: row.spid ?? '',
        end_date: row.end_date ? shownDay(row.end_date) : '',
        state: accessRequestStates[row.state],
        created_at: formatInstant(row.created_at),
        expires_at: formatInstant(row.expires_at),
      },
    }),
  }),
} satisfies Record<string, ListFixture>
