import { hash } from 'node:crypto'
import { administratorProfileId } from '../../contract/constants.ts'
import type { Db } from '../../server/database/database.ts'
import { hours, minutes } from '../../server/shared/clock.ts'
import { next } from './catalogue-builders.ts'
import { makeLoosePlan, makeLoosePlanOfConsole } from './plan-scenario.ts'
import { missingId, type Scenario } from './endpoint-fixtures/scenario.ts'

/** Digest of the preview of a draft without rows. */
export const emptyPreview = hash('sha256', '[]')

interface NewImport {
  userId: number
  now: Date
  kind?: 'companies' | 'loose-plans' | 'users'
  state?: 'draft' | 'done'
}

/** Creates an import without rows: a draft that can be committed, or an import committed a minute ago. */
export async function insertImport(
  db: Db,
  { userId, now, kind = 'companies', state = 'draft' }: NewImport,
): Promise<{ id: number; sha256: string; preview_sha256: string }> {
  const sha256 = hash('sha256', `arquivo ${next()}`)
  const drafts = db.deleteFrom('imports').where('user_id', '=', userId).where('kind', '=', kind)
  if (state === 'draft') await drafts.where('state', '=', 'draft').execute()
  const { id } = await db
    .insertInto('imports')
    .values({
      user_id: userId,
      kind,
      state,
      file_name: 'amostra.csv',
      sha256,
      preview_sha256: emptyPreview,
      created_at: now,
      expires_at: new Date(now.getTime() + hours(1)),
      done_at: state === 'done' ? new Date(now.getTime() - minutes(1)) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, sha256, preview_sha256: emptyPreview }
}

/** Creates an import of the caller. */
export async function makeImport(
  scenario: Scenario,
  options: Pick<NewImport, 'kind' | 'state'> = {},
) {
  const missing = { id: missingId, sha256: emptyPreview, preview_sha256: emptyPreview }
  if (scenario.rowOwner === 'missing') return missing
  const [userId, now] = [scenario.by.person.id, scenario.app.clock.now()]
  return insertImport(scenario.app.db, { userId, now, ...options })
}

interface RowOfImport {
  outcome?: 'refused' | 'create'
  after?: { id: number; version: number; [column: string]: number | boolean | null }
}

/** Adds a row to an import. */
export async function addRow(
  db: Db,
  importId: number,
  { outcome = 'create', after }: RowOfImport,
): Promise<void> {
  await db
    .insertInto('import_rows')
    .values({
      import_id: importId,
      line: 2,
      cells: '{}',
      outcome,
      label: 'Linha da amostra',
      refusals: '[]',
      changes: '[]',
      after: after ? JSON.stringify(after) : null,
    })
    .execute()
}

/** Creates a committed import of a loose plan that alone entitles an administrator's company to this console. */
export async function makeImportOfConsole(scenario: Scenario): Promise<number> {
  const { id } = await makeImport(scenario, { kind: 'loose-plans', state: 'done' })
  const plan = await makeLoosePlanOfConsole(scenario)
  await addRow(scenario.app.db, id, { after: { id: plan.id, version: 1 } })
  return id
}

/** Creates a committed import whose loose plan was changed afterwards. */
export async function makeOutdatedImport(scenario: Scenario): Promise<number> {
  const { id } = await makeImport(scenario, { kind: 'loose-plans', state: 'done' })
  const plan = await makeLoosePlan(scenario)
  await addRow(scenario.app.db, id, { after: { id: plan.id, version: 7 } })
  return id
}

/** Creates a committed import that assigned the administrator's profile to the caller, who still holds it. */
export async function makeImportOfOwnProfile(scenario: Scenario): Promise<number> {
  const { id: importId } = await makeImport(scenario, { kind: 'users', state: 'done' })
  const { id, company } = scenario.by.person
  const { version } = await scenario.app.db
    .selectFrom('users')
    .select('version')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const given = { company_id: company.id, linked: false, profile_id: administratorProfileId }
  await addRow(scenario.app.db, importId, { after: { id, version, ...given, spid: null } })
  return importId
}
