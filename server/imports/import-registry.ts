import { type ImportKindName, importKinds } from '../../contract/import-kinds.ts'
import { type Endpoint, type Grant } from '../../contract/endpoint.ts'
import { holdsGrant, type Principal } from '../pipeline/principal.ts'
import { Problem } from '../pipeline/problem.ts'
import { companyImport } from './company-import.ts'
import type { ImportRules, RowAudit, UndoRules } from './import-rules.ts'
import { loosePlanImport } from './loose-plan-import.ts'
import { type Previewer, previewerOf } from './preview-rows.ts'
import { userImport } from './user-import.ts'
import type { UserImportParts } from './user-import-values.ts'

/** A kind of import, without the types of its rows and values. */
interface RegisteredKind {
  /** Name of the kind's records in the audit log. */
  name: string
  requireWriter: (who: Principal) => void
  preview: Previewer
  undo: UndoRules
  rowAudit: RowAudit | undefined
  lists: NonNullable<ImportRules<unknown, unknown>['lists']>
}

function registered<Row, Values>(
  kind: ImportKindName,
  rules: ImportRules<Row, Values>,
): RegisteredKind {
  const { name, requireWriter, undo, rowAudit, lists = () => Promise.resolve([]) } = rules
  return { name, requireWriter, undo, rowAudit, lists, preview: previewerOf(kind, rules) }
}

/** All kinds of the contract; a missing one is a type error. */
const kinds: Readonly<Record<ImportKindName, (parts: UserImportParts) => RegisteredKind>> = {
  companies: () => registered('companies', companyImport),
  'loose-plans': () => registered('loose-plans', loosePlanImport),
  users: (parts) => registered('users', userImport(parts)),
}

/**
 * Returns the rules of a kind. Throws unless the caller holds all grants of the kind, or has this endpoint as a back
 * function.
 */
export function kindFor(
  parts: UserImportParts,
  kind: ImportKindName,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
): RegisteredKind {
  const { who } = parts
  const grants = who.place?.grants.writing
  const holds = (grant: Grant): boolean => holdsGrant(grants, grant)
  if (!grants?.endpoints.has(`${method} ${path}`) && !importKinds[kind].grants.every(holds))
    throw new Problem('forbidden')
  const registeredKind = kinds[kind](parts)
  registeredKind.requireWriter(who)
  return registeredKind
}
