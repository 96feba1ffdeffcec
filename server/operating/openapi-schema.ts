import { z } from 'zod'
import { captchaHeader } from '../../contract/captcha-page.ts'
import type { Endpoint } from '../../contract/endpoint.ts'
import { openApiSchemas } from '../../contract/on-the-wire.ts'

export type Json = Record<string, unknown>

/** Returns the JSON Schema of a request or response as it is transferred. */
export function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      const wire = openApiSchemas.get(zodSchema)
      if (!wire) return
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key)
      Object.assign(jsonSchema, wire)
    },
  }) as Json
  return rest
}

/** Returns the parameters of path, query and headers. */
export function parametersOf(endpoint: Endpoint): Json[] {
  return [
    ...fieldsOf(endpoint.params, 'path'),
    ...fieldsOf(endpoint.query, 'query'),
    ...(endpoint.confirm ? [{ ...confirmation, required: endpoint.confirm === true }] : []),
    ...(endpoint.captcha ? [captchaToken] : []),
  ]
}

function fieldsOf(schema: z.ZodObject | undefined, place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const named = Object.entries(schema.shape).map(([name, field]) => ({
    name,
    in: place,
    required: place === 'path' || !z.safeParse(field, undefined).success,
    schema: schemaOf(field as z.ZodType, 'input'),
  }))
  return schema.def.catchall instanceof z.ZodUnknown ? [...named, anyOther] : named
}

/** Stands for parameters that another party defines, as in an identity provider's response. */
const anyOther: Json = {
  name: 'parameters',
  in: 'query',
  required: false,
  style: 'form',
  explode: true,
  schema: { type: 'object', additionalProperties: { type: 'string' } },
}

const confirmation: Json = {
  name: 'code',
  in: 'header',
  description:
    'Proof of identity for exactly this write, from `POST /user-local/validate-password` or `/user-local/validate-token`.',
  schema: { type: 'string', pattern: String.raw`^[\w-]{43}$` },
}

const captchaToken: Json = {
  name: captchaHeader,
  in: 'header',
  required: true,
  description: 'The token of a passed captcha, for a single call.',
  schema: { type: 'string', minLength: 1, maxLength: 8192 },
}
