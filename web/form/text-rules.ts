import { z } from 'zod'

/** Attributes of a text input. */
export interface TextRules {
  required?: true
  maxLength?: number
}

/** Derives the rules of a text from the body schema of the contract, so that no screen repeats them. */
export function textRules(body: z.ZodType, name: string): TextRules {
  const object = inputOf(body)
  if (!(object instanceof z.ZodObject)) return {}
  const field = inputOf(Reflect.get(object.shape, name))
  const text = unwrapped(field)
  if (!(text instanceof z.ZodString)) return {}
  return {
    ...(text === field && (text.minLength ?? 0) > 0 && { required: true }),
    ...(text.maxLength !== null && { maxLength: text.maxLength }),
  }
}

/** Schema of the input, before transformations. */
function inputOf(schema: unknown): unknown {
  return schema instanceof z.ZodPipe ? inputOf(schema.in) : schema
}

/** Schema of the value, without optional and nullable. */
function unwrapped(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? unwrapped(schema.unwrap())
    : schema
}
