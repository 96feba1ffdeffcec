import { commonModuleSentence, isGrantable } from '../../contract/common-module.ts'
import { readWholeNumber } from '../../contract/whole-number.ts'
import type { Db } from '../database/database.ts'
import { normaliseText, searchKey } from '../../contract/text-folding.ts'
import { moduleIsActive } from '../scope/module-choice.ts'
import type { Refusal } from './import-rules.ts'

export interface FoundModule {
  id: number
  name: string
  service: string
  /** Whether the module and its service are active. */
  active: boolean
}

/** Returns the module that a row names, or a refusal. */
export type ModuleLookup = (row: {
  service?: string | undefined
  module: string
}) => FoundModule | (Refusal & { id?: never })

/** Folds a name as the search does, ignoring accents and case. */
const fold = (name: string): string => searchKey(normaliseText(name))

/**
 * Returns a function that finds a module by number or name. If several modules have the name, the row must name the
 * service.
 */
export async function findModules(db: Db): Promise<ModuleLookup> {
  const modules = await db
    .selectFrom('modules')
    .innerJoin('services', 'services.id', 'modules.service_id')
    .select(['modules.id', 'modules.name', 'services.name as service', moduleIsActive.as('active')])
    .execute()
  const byName = Map.groupBy(modules, ({ name }) => fold(name))
  const byId = new Map<ReturnType<typeof readWholeNumber>, FoundModule>(
    modules.map((module) => [module.id, module]),
  )
  return ({ service, module }) => {
    const named =
      byName.get(fold(module)) ??
      [byId.get(readWholeNumber(module))].filter((each) => each !== undefined)
    const found = named.filter(
      (each) => service === undefined || fold(each.service) === fold(service),
    )
    const [one, another] = found
    if (one && !another)
      return isGrantable(one.id) ? one : { column: 'module', sentence: commonModuleSentence }
    return another
      ? { column: 'service', sentence: 'Mais de um serviço tem este módulo: informe qual.' }
      : { column: 'module', sentence: 'Módulo não encontrado.' }
  }
}
