import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant } from './fields.ts'

/** So many secrets of a module may be alive at once: one to use, one to change over to. */
export const liveSecretsMax = 2

const moduleSecrets = z.object({
  /** Of the module. */
  name: z.string(),
  /** The newest live one in the clear, or null. */
  secret: z.string().nullable(),
  secret_generated: z.boolean(),
  /** The live ones, newest first; the first of them is `secret`. */
  secrets: z.array(
    z.object({
      id,
      created_at: instant,
      /** To the minute; null while it was never used. */
      last_used_at: instant.nullable(),
      /** Name of the person; null where the system made it. */
      created_by: z.string().nullable(),
    }),
  ),
})

export type ModuleSecrets = z.output<typeof moduleSecrets>

/**
 * Secrets with which a module exchanges codes (console.md §2, §7). Beyond the specification they rotate: a second one
 * may live beside the first until the module has changed over.
 */
export const moduleSecretEndpoints = {
  moduleSecretGet: endpoint({
    method: 'GET',
    path: '/module/module-secret/{id}',
    summary: 'The newest live secret of a module in the clear; every reading is audited.',
    access: { screen: '/secret-management' },
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
