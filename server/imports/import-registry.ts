import { type ImportKindName, importKinds } from '../../contract/import-kinds.ts'
import { type Endpoint, type Grant } from '../../contract/endpoint.ts'
import { holdsGrant, type Principal } from '../binder/principal.ts'
import { Problem } from '../binder/problem.ts'
import { companyImport } from './company-import.ts'
import type { ImportRules, TrailOfRows, UndoRules } from './import-rules.ts'
import { loosePlanImport } from './loose-plan-import.ts'
import { type Previewer, previewerOf } from './preview-rows.ts'
import { userImport } from './user-import.ts'
import type { UserImportParts } from './user-import-values.ts'

/** A kind of import as the one mechanism sees it, whatever its records are. */
interface RegisteredKind {
  /** As the trail names its records. */
  name: string
  requireWriter: (who: Principal) => void
  preview: Previewer
  undo: UndoRules
  trail: TrailOfRows | undefined
  lists: NonNullable<ImportRules<unknown, unknown>['lists']>
}

function registered<Row, Values>(
  kind: ImportKindName,
  rules: ImportRules<Row, Values>,
): RegisteredKind {
  const { name, requireWriter, undo, trail, lists = () => Promise.resolve([]) } = rules
  return { name, requireWriter, undo, trail, lists, preview: previewerOf(kind, rules) }
}

/** Every kind that the contract names; leaving one out does not compile. */
const kinds: Readonly<Record<ImportKindName, (parts: UserImportParts) => RegisteredKind>> = {
  companies: () => registered('companies', companyImport),
  'loose-plans': () => registered('loose-plans', loosePlanImport),
  users: (parts) => registered('users', userImport(parts)),
}

/** What imports of this kind do, for somebody who may: who holds all of its grants, or this back function. */
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
