import { consoleModuleId } from '../../contract/constants.ts'
import {
  functionEnvironments,
  functionEnvironmentNames,
  functionMethods,
  normalizeFunctionUrl,
  type FunctionWithActions,
} from '../../contract/functions.ts'
import type { Refusals } from '../form/show-refusal.ts'
import type { RecordForm } from '../form/use-record-form.ts'
import { displayUrl } from '../ui/display-url.ts'
import { statusLabel } from '../ui/status-select.tsx'

/** Form values of a function. */
export function functionValues(row: FunctionWithActions | undefined) {
  return {
    name: row?.name ?? '',
    module_id: row ? String(row.module.id) : '',
    url: displayUrl(row?.url ?? ''),
    code: row?.code ?? '',
    environment: row?.environment ?? '',
    method: row?.method ?? '',
    accredited_enable: row?.accredited_enable ?? false,
    active: row?.status !== 0,
  }
}

/** Labels of the form fields. */
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

/** What a function of this console maps to: a screen or an endpoint of this server. */
export const functionPlaces = Object.entries(functionEnvironmentNames).map(([value, label]) => ({
  value,
  label,
}))

type FunctionValues = ReturnType<typeof functionValues>
export type FunctionForm = RecordForm<FunctionWithActions, FunctionValues>

/**
 * Returns whether the function belongs to this console's own module. Only those have environment and method (console.md
 * §2).
 */
export function isOfConsole({ module_id }: Pick<FunctionValues, 'module_id'>): boolean {
  return module_id === String(consoleModuleId)
}

/** Returns whether saving changes a function of this console, which requires identity confirmation. */
export function concernsConsole(
  { module_id }: { module_id: number | string },
  row: FunctionWithActions | undefined,
): boolean {
  return isOfConsole({ module_id: String(module_id) }) || row?.module.id === consoleModuleId
}

/** Returns the method of a function: always GET for a screen, selectable for an endpoint (console.md §4). */
export function methodOf({ environment, method }: FunctionValues): string {
  return environment === 'front' ? 'GET' : method
}

/** Normalises the form values before they are sent. Only functions of this console keep environment and method. */
export function normalFunction(values: FunctionValues): FunctionValues {
  const place = isOfConsole(values)
    ? { method: methodOf(values) }
    : { environment: '' as const, method: '' as const }
  return { ...values, ...place, url: displayUrl(normalizeFunctionUrl(values.url)) }
}

/** Request body shared by creating and updating a function. */
export function functionBody(values: FunctionValues) {
  const { name, code, accredited_enable, environment, method } = values
  return {
    name,
    code,
    accredited_enable,
    url: normalizeFunctionUrl(values.url),
    module_id: Number(values.module_id),
    environment: functionEnvironments.find((each) => each === environment) ?? null,
    method: functionMethods.find((each) => each === method) ?? null,
  }
}

/** Error messages for a function that could not be saved (console.md §8). */
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
