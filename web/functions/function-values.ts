import { consoleModuleId } from '../../contract/constants.ts'
import {
  functionEnvironments,
  functionEnvironmentNames,
  functionMethods,
  functionUrl,
  type FunctionWithActions,
} from '../../contract/functions.ts'
import type { Refusals } from '../form/tell-problem.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import { shownUrl } from '../ui/shown-url.ts'
import { statusLabel } from '../ui/status-select.tsx'

/** What the fields of a function hold. */
export function functionValues(row: FunctionWithActions | undefined) {
  return {
    name: row?.name ?? '',
    module_id: row ? String(row.module.id) : '',
    url: shownUrl(row?.url ?? ''),
    code: row?.code ?? '',
    environment: row?.environment ?? '',
    method: row?.method ?? '',
    accredited_enable: row?.accredited_enable ?? false,
    active: row?.status !== 0,
  }
}

/** What stands beside the fields of a function. */
export const functionLabels = {
  name: 'Nome',
  module_id: 'Módulo',
  environment: 'Ambiente',
  method: 'Método',
  url: 'Url',
  code: 'Código',
  accredited_enable: 'Exibir para empresas',
  active: statusLabel,
}

/** What a function of this console stands for: a screen, or an endpoint of this server. */
export const functionPlaces = Object.entries(functionEnvironmentNames).map(([value, label]) => ({
  value,
  label,
}))

type FunctionValues = ReturnType<typeof functionValues>
export type FunctionForm = RecordForm<FunctionWithActions, FunctionValues>

/**
 * Whether the function belongs to this console's own module; only those have environment and method (console.md §2).
 */
export function isOfConsole({ module_id }: Pick<FunctionValues, 'module_id'>): boolean {
  return module_id === String(consoleModuleId)
}

/** Whether a save makes or changes a function of this console, which needs the proof of identity. */
export function concernsConsole(
  { module_id }: { module_id: number | string },
  row: FunctionWithActions | undefined,
): boolean {
  return isOfConsole({ module_id: String(module_id) }) || row?.module.id === consoleModuleId
}

/** The method of a function: a screen is always GET, only an endpoint has a choice (console.md §4). */
export function methodOf({ environment, method }: FunctionValues): string {
  return environment === 'front' ? 'GET' : method
}

/** The fields of a function as they are sent: only one of this console has environment and method. */
export function normalFunction(values: FunctionValues): FunctionValues {
  const place = isOfConsole(values)
    ? { method: methodOf(values) }
    : { environment: '' as const, method: '' as const }
  return { ...values, ...place, url: shownUrl(functionUrl(values.url)) }
}

/** The part of the body that creating and updating a function share. */
export function functionBody(values: FunctionValues) {
  const { name, code, accredited_enable, environment, method } = values
  return {
    name,
    code,
    accredited_enable,
    url: functionUrl(values.url),
    module_id: Number(values.module_id),
    environment: functionEnvironments.find((known) => known === environment) ?? null,
    method: functionMethods.find((known) => known === method) ?? null,
  }
}

/** What is told of a function that was not saved (console.md §8). */
export function functionRefusals(failure: string): Refusals<keyof FunctionValues> {
  return {
    failure,
    reasons: ['function-of-console'],
    fields: {
      'function-place-in-use': 'url',
      'function-code-in-use': 'code',
      'function-in-use': 'module_id',
    },
  }
}
