import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant } from './fields.ts'

/** How many secrets of a module are valid at once: the one in use, and the next while the module changes over. */
export const liveSecretsMax = 2

const moduleSecrets = z.object({
  /** The module's name. */
  name: z.string(),
  /** The newest valid secret in plain text; null where there is none. */
  secret: z.string().nullable(),
  secret_generated: z.boolean(),
  /** All valid secrets, newest first; the first is the one in `secret`. */
  secrets: z.array(
    z.object({
      id,
      created_at: instant,
      /** Exact to the minute; null for a secret that was never used. */
      last_used_at: instant.nullable(),
      /** Name of the person who generated the secret; null where the system did. */
      created_by: z.string().nullable(),
    }),
  ),
})

export type ModuleSecrets = z.output<typeof moduleSecrets>

/**
 * Secrets with which a module exchanges codes (console.md §2, §7). Beyond the specification a second secret can be valid
 * beside the first, until the module has changed over to it (decision 15).
 */
export const moduleSecretEndpoints = {
  moduleSecretGet: endpoint({
    method: 'GET',
    path: '/module/module-secret/{id}',
    summary: 'The newest live secret of a module in the clear; every reading is audited.',
    access: { screen: '/secret-management' },
    // Programs get tokens of their own; a stolen one must not open every module (decision 38).
    peopleOnly: true,
    audit: 'module-secret.read',
    params: z.strictObject({ id: idInPath }),
    success: moduleSecrets,
    problems: ['module-not-found'],
  }),
  moduleSecretCreate: endpoint({
    method: 'POST',
    path: '/module/module-secret/{id}',
    summary: 'Generates the first secret of a module, or a second one to change over to. No body.',
    access: { screen: '/secret-management', action: 'create' },
    confirm: true,
    audit: 'module-secret.generated',
    params: z.strictObject({ id: idInPath }),
    success: moduleSecrets,
    problems: ['module-not-found', 'module-secret-two-live', 'module-secret-of-console'],
  }),
  moduleSecretRetire: endpoint({
    method: 'DELETE',
    path: '/module/module-secret/{id}/{secretId}',
    summary: 'Retires one of two live secrets at once; the only one stays. No body.',
    access: { screen: '/secret-management', action: 'delete' },
    confirm: true,
    audit: 'module-secret.retired',
    params: z.strictObject({ id: idInPath, secretId: idInPath }),
    success: moduleSecrets,
    problems: ['module-not-found', 'module-secret-not-found', 'module-secret-last'],
  }),
}
