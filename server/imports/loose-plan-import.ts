import { sql } from 'kysely'
import type { z } from 'zod'
import { maskCnpj } from '../../contract/cnpj.ts'
import { importRowSchemas } from '../../contract/import-rows.ts'
import type { Db } from '../database/database.ts'
import { requireAdministrator } from '../scope/scope.ts'
import { inChunks } from './chunks.ts'
import type {
  RowUpdate,
  AppliedRow,
  RowMatch,
  ImportRules,
  RowInsert,
  Refusal,
} from './import-rules.ts'
import { undoLoosePlans } from './loose-plan-undo.ts'
import { listCompanies, listModules } from './template/value-lists.ts'
import { findModules, type FoundModule, type ModuleLookup } from './module-lookup.ts'

type Row = z.output<(typeof importRowSchemas)['loose-plans']>

/** A loose plan as recorded in the audit log. */
type LoosePlan = {
  id: number
  version: number
  company_id: number
  module_id: number
  seat_limit: number
  active: boolean
}

interface Values {
  company_id: number
  module_id: number
  seat_limit: number
}

interface Company {
  id: number
  name: string
  document: string
}

/**
 * Imports loose plans. A row identifies a plan by company and module, which never change. It sets the seat limit, and
 * activates the plan if it is inactive. No row deactivates a plan.
 */
export const loosePlanImport: ImportRules<Row, Values> = {
  name: 'loose-plan',
  requireWriter: requireAdministrator,
  schema: importRowSchemas['loose-plans'],
  labelOf: ({ document, service, module }) =>
    [document, service, module].filter(Boolean).join(' · '),
  async find(db, rows, { lock }) {
    const companies = await findCompanies(db, rows)
    const modules = await findModules(db)
    const ids = [...companies.values()].map(({ id }) => id)
    const plans = await findPlans(db, ids, lock)
    const used = await findUsed(db, plans)
    return (row) => matchRow(row, companies.get(row.document), modules(row), { plans, used })
  },
  insert: insertPlans,
  update: updatePlans,
  undo: undoLoosePlans,
  lists: async (db, who) => [await listModules(db), await listCompanies(db, who)],
}

const keyOf = (companyId: number, moduleId: number): string => `${companyId}:${moduleId}`

function matchRow(
  { document, limit }: Row,
  company: Company | undefined,
  module: ReturnType<ModuleLookup>,
  { plans, used }: { plans: ReadonlyMap<string, LoosePlan>; used: ReadonlyMap<string, SeatUsage> },
): RowMatch<Values> {
  const refusals: Refusal[] = [
    ...(company ? [] : [{ column: 'document', sentence: 'Empresa não encontrada.' }]),
    ...('sentence' in module ? [module] : []),
  ]
  const named = company ? company.name : maskCnpj(document)
  if (!company || 'sentence' in module)
    return {
      key: undefined,
      label: named,
      refusals,
      existing: undefined,
      shown: {},
      values: undefined,
    }
  const key = keyOf(company.id, module.id)
  const existing = plans.get(key)
  // As in the form, an existing plan keeps its module even if the module is inactive.
  const inactive = existing === undefined && !module.active
  return {
    key,
    label: `${company.name} · ${module.service} / ${module.name}`,
    refusals: inactive ? [{ column: 'module', sentence: 'Este módulo está inativo.' }] : refusals,
    warnings: warningsOf(existing, used.get(key), limit),
    existing: existing && { record: existing, shown: show(company, module, existing) },
    shown: show(company, module, { seat_limit: limit, active: true }),
    values: { company_id: company.id, module_id: module.id, seat_limit: limit },
  }
}

/** Seats of a module in a company: the sum of the limits of all plans, and the number in use. */
interface SeatUsage {
  limit: number
  used: number
}

/** Returns a warning, as in the form, with the number of users above a lowered limit. */
function warningsOf(
  plan: LoosePlan | undefined,
  seats: SeatUsage | undefined,
  limit: number,
): string[] {
  if (!plan?.active || !seats || limit >= plan.seat_limit) return []
  const over = seats.used - (seats.limit - plan.seat_limit + limit)
  if (over <= 0) return []
  return [
    over === 1
      ? 'Uma pessoa ficará sem licença: ninguém perde o acesso, mas ninguém entra até haver licença livre.'
      : `${over} pessoas ficarão sem licença: ninguém perde o acesso, mas ninguém entra até haver licença livre.`,
  ]
}

function show(
  { document }: Company,
  module: FoundModule,
  { seat_limit, active }: Pick<LoosePlan, 'seat_limit' | 'active'>,
) {
  return {
    CNPJ: maskCnpj(document),
    Serviço: module.service,
    Módulo: module.name,
    Quantidade: String(seat_limit),
    Status: active ? 'Ativo' : 'Inativo',
  }
}

async function findCompanies(db: Db, rows: readonly Row[]): Promise<Map<string, Company>> {
  const documents = rows.map(({ document }) => document)
  const { rows: found } = await sql<Company>`
    select id, name, document from companies where document = any (${documents}::text[])`.execute(
    db,
  )
  return new Map(found.map((company) => [company.document, company]))
}

async function findPlans(
  db: Db,
  companyIds: readonly number[],
  lock: boolean,
): Promise<Map<string, LoosePlan>> {
  const { rows } = await sql<LoosePlan>`
    select id, company_id, module_id, seat_limit, active, version from loose_plans
    where company_id = any (${companyIds}::integer[]) order by id ${lock ? sql`for no key update` : sql``}`.execute(
    db,
  )
  return new Map(rows.map((plan) => [keyOf(plan.company_id, plan.module_id), plan]))
}

/** Returns the seat usage of the plans' modules in their companies. */
async function findUsed(
  db: Db,
  plans: ReadonlyMap<string, LoosePlan>,
): Promise<Map<string, SeatUsage>> {
  const [companyIds, moduleIds] = [new Set<number>(), new Set<number>()]
  for (const { company_id, module_id } of plans.values()) {
    companyIds.add(company_id)
    moduleIds.add(module_id)
  }
  const { rows } = await sql<SeatUsage & { company_id: number; module_id: number }>`
    select company_id, module_id, seat_limit as limit, used from seats
    where company_id = any (${[...companyIds]}::integer[]) and module_id = any (${[...moduleIds]}::integer[])`.execute(
    db,
  )
  return new Map(rows.map((seats) => [keyOf(seats.company_id, seats.module_id), seats]))
}

async function insertPlans(db: Db, inserts: readonly RowInsert<Values>[]): Promise<AppliedRow[]> {
  // Ordered by key, so that concurrent imports of the same rows cannot deadlock.
  const inOrder = inserts.toSorted(
    ({ values: a }, { values: b }) => a.company_id - b.company_id || a.module_id - b.module_id,
  )
  const made = await inChunks(inOrder, async (chunk) => {
    const values = chunk.map((insert) => insert.values)
    const { rows } = await sql<LoosePlan>`
      insert into loose_plans (company_id, module_id, seat_limit)
      select * from unnest(${values.map(({ company_id }) => company_id)}::integer[], ${values.map(({ module_id }) => module_id)}::integer[], ${values.map(({ seat_limit }) => seat_limit)}::integer[])
      on conflict on constraint loose_plans_key do nothing
      returning id, company_id, module_id, seat_limit, active, version`.execute(db)
    return rows
  })
  const byKey = new Map(made.map((plan) => [keyOf(plan.company_id, plan.module_id), plan]))
  return inserts.flatMap(({ line, values: { company_id, module_id } }) => {
    const after = byKey.get(keyOf(company_id, module_id))
    return after ? [{ line, before: null, after }] : []
  })
}

async function updatePlans(db: Db, changes: readonly RowUpdate<Values>[]): Promise<AppliedRow[]> {
  const updated = await inChunks(changes, async (chunk) => {
    const ids = chunk.map(({ before }) => before.id)
    const limits = chunk.map(({ values }) => values.seat_limit)
    const { rows } = await sql<LoosePlan>`
      update loose_plans set seat_limit = new.seat_limit, active = true
      from unnest(${ids}::integer[], ${limits}::integer[]) as new(id, seat_limit) where loose_plans.id = new.id
      returning loose_plans.id, company_id, module_id, loose_plans.seat_limit, active, version`.execute(
      db,
    )
    return rows
  })
  const byId = new Map(updated.map((plan) => [plan.id, plan]))
  return changes.map(({ line, before }) => {
    const after = byId.get(before.id)
    if (!after) throw new Error(`Locked loose plan ${before.id} not found.`)
    return { line, before, after }
  })
}
