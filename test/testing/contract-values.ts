import { z } from 'zod'
import type { Endpoints } from '../../contract/endpoint.ts'
import { functionMethods } from '../../contract/functions.ts'
import { moduleProtocols } from '../../contract/module-url.ts'

/** Values that may be shown unchanged: HTTP methods and protocols. The empty value is shown as nothing. */
const shownAsTheyAre: ReadonlySet<string> = new Set([...functionMethods, ...moduleProtocols, ''])

/** Returns the enumerated values of inputs and responses, such as `asc` and `front`. */
export function fewValuesOf(endpoints: Endpoints): Set<string> {
  const found = new Set<string>()
  for (const { body, query, params, success } of Object.values(endpoints))
    for (const schema of [body, query, params, success])
      if (schema instanceof z.ZodType)
        collect(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), found)
  return found
}

function collect(schema: unknown, found: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return
  for (const value of 'enum' in schema && Array.isArray(schema.enum) ? schema.enum : [])
    if (typeof value === 'string' && !shownAsTheyAre.has(value) && !/^\d+$/.test(value))
      found.add(value)
  for (const each of Object.values(schema)) collect(each, found)
}
