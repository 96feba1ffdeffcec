import { z } from 'zod'

/** A JSON Schema or part of one. */
export type WireSchema = Readonly<Record<string, unknown>>

/**
 * OpenAPI schemas for fields that zod cannot describe: the output of a transformation, a number sent as text, a rule
 * that is a function. Each schema is registered where its field is declared.
 */
export const openApiSchemas = z.registry<WireSchema>()
