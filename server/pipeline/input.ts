import type { z } from 'zod'
import { withoutBlanks } from '../../contract/blanks.ts'
import { fieldErrorMap } from '../../contract/field-sentences.ts'
import { isStorable } from '../../contract/storable-text.ts'
import { fieldsOf, nameOf } from './field-errors.ts'
import { Problem } from './problem.ts'

/** Part of the request. */
export type Part = 'body' | 'query' | 'params'

/**
 * Returns the parsed input. Throws a 400 that names the fields if it is invalid. Without a schema, any input is
 * refused.
 */
export function checkInput(schema: z.ZodType | undefined, value: unknown, part: Part): undefined {
  if (!schema) {
    if (isEmpty(value)) return undefined
    throw new Problem('invalid-input', { fields: { [part]: 'Não é esperado nada aqui.' } })
  }
  const result = schema.safeParse(withoutBlanks(schema, value), { error: fieldErrorMap })
  if (!result.success) throw new Problem('invalid-input', { fields: fieldsOf(result.error, part) })
  requireStorable(value, part)
  // Cast, because this function handles all endpoints. Each handler gets the type from the contract.
  return result.data as undefined
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    (typeof value === 'object' && Object.keys(value).length === 0)
  )
}

/** Refuses text that PostgreSQL cannot store, whatever the schema permits. */
function requireStorable(value: unknown, part: Part): void {
  const path = unstorablePath(value)
  if (!path) return
  throw new Problem('invalid-input', {
    fields: { [nameOf(path) || part]: 'Use apenas texto simples.' },
  })
}

/** Returns the path of the first text that cannot be stored. Also examines keys. */
function unstorablePath(value: unknown): string[] | undefined {
  if (typeof value === 'string') return isStorable(value) ? undefined : []
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    if (!isStorable(key)) return []
    const path = unstorablePath(inner)
    if (path) return [key, ...path]
  }
  return undefined
}
