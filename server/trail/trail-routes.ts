import type { trail } from '../../contract/trail.ts'
import type { Handlers } from '../binder/call.ts'
import type { ExportDesk } from '../exports/export-desk.ts'
import { trailScopeOf } from '../scope/trail-scope.ts'
import type { Clock } from '../shared/clock.ts'
import { trailExport } from './trail-export.ts'
import { readPage } from './trail-page.ts'
import { findCompanies, findPeople } from './trail-queries.ts'

/** The trail to read; nobody writes it here but the export, which leaves its event. */
export function trailRoutes(parts: { clock: Clock }, desk: ExportDesk): Handlers<typeof trail> {
  return {
    auditList: ({ db, who, query }) => readPage(db, trailScopeOf(who), query),
    async auditChoice({ db, who, query: { kind, id, search } }) {
      const find = kind === 'user' ? findPeople : findCompanies
      return { rows: await find(db, trailScopeOf(who), { id, search }) }
    },
    auditExport: trailExport(parts, desk),
  }
}
