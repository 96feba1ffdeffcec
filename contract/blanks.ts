import { z } from 'zod'

/**
 * Optional fields in a schema. For an object: whether each field is optional, by name, and the optional fields inside
 * its value (`inner`). For an array: those of its items.
 */
type Omissible =
  | { fields: ReadonlyMap<string, { omissible: boolean; inner: Omissible | undefined }> }
  | { items: Omissible }

/** Cache of the optional fields by schema. `of` is undefined if the schema has no optional field. */
const omissibleCache = new WeakMap<z.core.$ZodType, { of: Omissible | undefined }>()

/**
 * Returns the value without its blank optional fields: `''` and `null` mean the same as an absent field (decision 20).
 * Blank required fields stay; the schema validates them.
 */
export function withoutBlanks(schema: z.ZodType, value: unknown): unknown {
  const omissible = omissibleOf(schema)
  return omissible ? omit(omissible, value) : value
}

const isBlank = (value: unknown): boolean => value === '' || value === null

function omit(omissible: Omissible, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if ('items' in omissible)
    return Array.isArray(value) ? value.map((each) => omit(omissible.items, each)) : value
  if (Array.isArray(value)) return value
  const entries = Object.entries(value).flatMap(([name, held]: [string, unknown]) => {
    const field = omissible.fields.get(name)
    if (field?.omissible && isBlank(held)) return []
    return [[name, field?.inner ? omit(field.inner, held) : held] as const]
  })
  return Object.fromEntries(entries)
}

function omissibleOf(schema: z.core.$ZodType): Omissible | undefined {
  const found = omissibleCache.get(schema)
  if (found) return found.of
  const of = reckon(schema)
  omissibleCache.set(schema, { of })
  return of
}

function reckon(schema: z.core.$ZodType): Omissible | undefined {
  if (schema instanceof z.ZodObject) return fieldsOf(schema.shape)
  if (schema instanceof z.ZodArray) {
    const items = omissibleOf(schema.def.element)
    return items && { items }
  }
  if (schema instanceof z.ZodPipe) return omissibleOf(schema.def.in)
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodReadonly
  )
    return omissibleOf(schema.def.innerType)
  return undefined
}

function fieldsOf(shape: z.core.$ZodShape): Omissible | undefined {
  const fields = Object.entries(shape).map(([name, field]) => {
    const omissible = z.safeParse(field, undefined).success
    return [name, { omissible, inner: omissibleOf(field) }] as const
  })
  return fields.some(([, { omissible, inner }]) => omissible || inner)
    ? { fields: new Map(fields) }
    : undefined
}
