import { importRowSchemas } from '../../contract/import-rows.ts'
import type { ImportRules } from './import-rules.ts'
import { effectsOf } from './user-import-effects.ts'
import { validateRow } from './user-import-validation.ts'
import { lookUp, type UserRow } from './user-import-lookup.ts'
import { trailOfPeople } from './user-import-trail.ts'
import type { UserImportParts, UserValues } from './user-import-values.ts'
import { insertPeople, updatePeople } from './user-import-write.ts'
import { listCompanies, listProfiles } from './template/value-lists.ts'
import { undoPeople } from './user-undo.ts'

/**
 * People with what they hold, a line for each profile: known by their e-mail. A file gives what is lacking and takes
 * nothing; of who is there already it changes neither name nor phone. All is judged as the screens' writes are.
 */
export function userImport(parts: UserImportParts): ImportRules<UserRow, UserValues> {
  return {
    name: 'user',
    // Whoever holds the grants of the kind: in their own company, as by the screens.
    requireWriter: () => undefined,
    schema: importRowSchemas.users,
    labelOf: ({ name, email, profile }) => [name, email, profile].filter(Boolean).join(' · '),
    async find(db, rows, { lock }) {
      const known = await lookUp(db, rows, { ...parts, lock })
      return (row) => validateRow(row, known, parts.who)
    },
    insert: (db, inserts) => insertPeople(db, inserts, parts),
    update: (db, changes) => updatePeople(db, changes, parts),
    undo: undoPeople(parts),
    effects: (values) => effectsOf(values, parts.mailRate),
    trail: trailOfPeople,
    lists: async (db, who) => [await listProfiles(db, who), await listCompanies(db, who)],
  }
}
