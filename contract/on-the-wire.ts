import { z } from 'zod'

/** A JSON Schema or part of one. */
export type WireSchema = Readonly<Record<string, unknown>>

/**
 * Registry of OpenAPI schemas for fields that zod cannot describe: the output of a transformation, a number sent as
 * text, a rule that is a function. Each is registered next to its rule.
 */
export const openApiSchemas = z.registry<WireSchema>()
