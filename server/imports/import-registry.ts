import { type ImportKindName, importKinds } from '../../contract/import-kinds.ts'
import { type Endpoint, type Grant } from '../../contract/endpoint.ts'
import type { Principal } from '../binder/principal.ts'
import { Problem } from '../binder/problem.ts'
import { companyImport } from './company-import.ts'
import type { ImportRules, UndoRules } from './import-rules.ts'
import { loosePlanImport } from './loose-plan-import.ts'
import { type Previewer, previewerOf } from './preview-rows.ts'

/** A kind of import as the one mechanism sees it, whatever its records are. */
interface RegisteredKind {
  /** As the trail names its records. */
  name: string
  requireWriter: (who: Principal) => void
  preview: Previewer
  undo: UndoRules
}

function registered<Row, Values>(
  kind: ImportKindName,
  rules: ImportRules<Row, Values>,
): RegisteredKind {
  const { name, requireWriter, undo } = rules
  return { name, requireWriter, undo, preview: previewerOf(kind, rules) }
}

/** Every kind that the contract names; leaving one out does not compile. */
const kinds: Readonly<Record<ImportKindName, RegisteredKind>> = {
  companies: registered('companies', companyImport),
  'loose-plans': registered('loose-plans', loosePlanImport),
}

/** What imports of this kind do, for somebody who may: who holds all of its grants, or this back function. */
export function kindFor(
  who: Principal,
  kind: ImportKindName,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
): RegisteredKind {
  const grants = who.place?.grants
  const holds = ({ screen, action }: Grant): boolean => {
    const actions = grants?.screens.get(screen)
    return actions !== undefined && (action === undefined || actions.has(action))
  }
  if (!grants?.endpoints.has(`${method} ${path}`) && !importKinds[kind].grants.every(holds))
    throw new Problem('forbidden')
  kinds[kind].requireWriter(who)
  return kinds[kind]
}
