import { config } from 'zod/v4'

/**
 * Replacement for 'zod' in the pages of the portal (vite.config.ts), so that this configuration runs before the first
 * schema. By default zod compiles schemas to code, which the content security policy forbids, and the browser would
 * report each attempt.
 */
config({ jitless: true })

export * from 'zod/v4'
