import { consoleModuleId } from '../../contract/constants.ts'
import {
  functionEnvironments,
  functionMethods,
  functionUrl,
  type FunctionWithActions,
} from '../../contract/functions.ts'
import type { Refusals } from '../form/tell-problem.ts'
import type { RecordForm } from '../form/use-record-form.ts'

/** What the fields of a function hold. */
export function functionValues(row: FunctionWithActions | undefined) {
  return {
    name: row?.name ?? '',
    module_id: row ? String(row.module.id) : '',
    // Stored with a leading '/', shown without it (console.md §3).
    url: row?.url.replace(/^\//, '') ?? '',
    code: row?.code ?? '',
    environment: row?.environment ?? '',
    method: row?.method ?? '',
    accredited_enable: row?.accredited_enable ?? false,
    active: row?.status !== 0,
  }
}

type FunctionValues = ReturnType<typeof functionValues>
export type FunctionForm = RecordForm<FunctionWithActions, FunctionValues>

/**
 * Whether the function belongs to this console's own module; only those have environment and method (console.md §2).
 */
export function isOfConsole({ module_id }: Pick<FunctionValues, 'module_id'>): boolean {
  return module_id === String(consoleModuleId)
}

/** The method of a function: a screen is always GET, only an endpoint has a choice (console.md §4). */
export function methodOf({ environment, method }: FunctionValues): string {
  return environment === 'front' ? 'GET' : method
}

/** The part of the body that creating and updating a function share. */
export function functionBody(values: FunctionValues) {
  const { name, code, accredited_enable, environment } = values
  const place = isOfConsole(values) ? { environment, method: methodOf(values) } : null
  return {
    name,
    code,
    accredited_enable,
    url: functionUrl(values.url),
    module_id: Number(values.module_id),
    environment: functionEnvironments.find((known) => known === place?.environment) ?? null,
    method: functionMethods.find((known) => known === place?.method) ?? null,
  }
}

/** What is told of a function that was not saved (console.md §8). */
export function functionRefusals(failure: string): Refusals<keyof FunctionValues> {
  return {
    failure,
    errors: ['function-of-console'],
    fields: {
      'function-place-in-use': 'url',
      'function-code-in-use': 'code',
      'function-in-use': 'module_id',
    },
  }
}
