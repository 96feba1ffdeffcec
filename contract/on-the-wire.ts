import { z } from 'zod'

/** A JSON Schema, or a part of one. */
export type WireSchema = Readonly<Record<string, unknown>>

/**
 * How a field is described in the OpenAPI document, where zod can't tell by itself: what a transformation answers, a
 * number that arrives as text, a rule that is a function. It stands beside the rule that it describes.
 */
export const onTheWire = z.registry<WireSchema>()
