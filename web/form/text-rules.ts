import { z } from 'zod'

/** What an input is told of the rules of its text. */
export interface TextRules {
  required?: true
  maxLength?: number
}

/** The rules of a text in the schema of a body: they stand in the contract, and no screen repeats them. */
export function textRules(body: z.ZodType, name: string): TextRules {
  const object = typedOf(body)
  if (!(object instanceof z.ZodObject)) return {}
  const field = typedOf(Reflect.get(object.shape, name))
  const text = filledOf(field)
  if (!(text instanceof z.ZodString)) return {}
  return {
    ...(text === field && (text.minLength ?? 0) > 0 && { required: true }),
    ...(text.maxLength !== null && { maxLength: text.maxLength }),
  }
}

/** The schema of what is typed, before it is transformed. */
function typedOf(schema: unknown): unknown {
  return schema instanceof z.ZodPipe ? typedOf(schema.in) : schema
}

/** The schema of what is filled in, where it may be left out or be null. */
function filledOf(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? filledOf(schema.unwrap())
    : schema
}
