import { z } from 'zod'

/** What an input is told of the rules of its text. */
export interface TextRules {
  required?: true
  maxLength?: number
}

/** The rules of a text in the schema of a body: they stand in the contract, and no screen repeats them. */
export function textRules(body: z.core.$ZodType, name: string): TextRules {
  const object = checkedFirst(body)
  const field = object instanceof z.ZodObject ? checkedFirst(object.shape[name]) : undefined
  const text =
    field instanceof z.ZodOptional || field instanceof z.ZodNullable ? inner(field) : field
  if (!(text instanceof z.ZodString)) return {}
  return {
    ...(text === field && (text.minLength ?? 0) > 0 && { required: true }),
    ...(text.maxLength !== null && { maxLength: text.maxLength }),
  }
}

/** What a transformation takes. */
function checkedFirst(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  return schema instanceof z.ZodPipe ? checkedFirst(schema.in) : schema
}

/** What may be left out, or be null, or both. */
function inner(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable
    ? inner(schema.unwrap())
    : schema
}
