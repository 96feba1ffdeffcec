import { importRowSchemas } from '../../contract/import-rows.ts'
import type { ImportRules } from './import-rules.ts'
import { effectsOf } from './user-import-effects.ts'
import { validateRow } from './user-import-validation.ts'
import { lookUpRows, type UserRow } from './user-import-lookup.ts'
import { userRowAudit } from './user-import-audit.ts'
import type { UserImportParts, UserValues } from './user-import-values.ts'
import { insertPeople, updatePeople } from './user-import-write.ts'
import { listCompanies, listProfiles } from './template/value-lists.ts'
import { undoPeople } from './user-undo.ts'

/**
 * Imports users. A row identifies a user by e-mail and assigns one profile. The import adds missing links and profiles.
 * It removes nothing, and does not change name or phone of existing users. The rules of the screens apply.
 */
export function userImport(parts: UserImportParts): ImportRules<UserRow, UserValues> {
  return {
    name: 'user',
    // The grants suffice, since each row is limited to the importer's scope.
    requireWriter: () => undefined,
    schema: importRowSchemas.users,
    labelOf: ({ name, email, profile }) => [name, email, profile].filter(Boolean).join(' · '),
    async find(db, rows, { lock }) {
      const lookup = await lookUpRows(db, rows, { ...parts, lock })
      return (row) => validateRow(row, lookup, parts.who)
    },
    insert: (db, inserts) => insertPeople(db, inserts, parts),
    update: (db, changes) => updatePeople(db, changes, parts),
    undo: undoPeople(parts),
    effects: (values) => effectsOf(values, parts.mailRate),
    rowAudit: userRowAudit,
    lists: async (db, who) => [await listProfiles(db, who), await listCompanies(db, who)],
  }
}
