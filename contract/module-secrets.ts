import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, idInPath, instant } from './fields.ts'

/** Maximum number of valid secrets of a module. It has two only during a rotation. */
export const liveSecretsMax = 2

const moduleSecrets = z.object({
  /** Name of the module. */
  name: z.string(),
  /** Newest valid secret in plain text; null if there is none. */
  secret: z.string().nullable(),
  secret_generated: z.boolean(),
  /** All valid secrets, newest first, without their text. */
  secrets: z.array(
    z.object({
      id,
      created_at: instant,
      /** Exact to the minute; null for a secret that was never used. */
      last_used_at: instant.nullable(),
      /** Name of the user who generated the secret; null if the system generated it. */
      created_by: z.string().nullable(),
    }),
  ),
})

export type ModuleSecrets = z.output<typeof moduleSecrets>

/**
 * Secrets that authenticate a module when it exchanges a one-time code (console.md §2, §7). Our addition to the
 * specification: a second secret can be valid during a rotation (decision 15).
 */
export const moduleSecretEndpoints = {
  moduleSecretGet: endpoint({
    method: 'GET',
    path: '/module/module-secret/{id}',
    summary: 'The newest valid secret of a module in plain text; every read is audited.',
    access: { screen: '/secret-management' },
    // API tokens are refused, so that a stolen token does not reveal the secrets of modules (decision 38).
    refusesApiTokens: true,
    audit: {
      event: 'module-secret.read',
      title: 'Leitura de secret de módulo',
      past: 'Secret lida',
    },
    params: z.strictObject({ id: idInPath }),
    success: moduleSecrets,
    problems: ['module-not-found'],
  }),
  moduleSecretCreate: endpoint({
    method: 'POST',
    path: '/module/module-secret/{id}',
    summary: 'Generates the first secret of a module, or a second one for a rotation. No body.',
    access: { screen: '/secret-management', action: 'create' },
    confirm: true,
    audit: {
      event: 'module-secret.generated',
      title: 'Geração de secret de módulo',
      past: 'Secret gerada',
    },
    params: z.strictObject({ id: idInPath }),
    success: moduleSecrets,
    problems: ['module-not-found', 'module-secret-two-live', 'module-secret-of-console'],
  }),
  moduleSecretRetire: endpoint({
    method: 'DELETE',
    path: '/module/module-secret/{id}/{secretId}',
    summary:
      'Revokes one of two valid secrets immediately; the only one cannot be revoked. No body.',
    access: { screen: '/secret-management', action: 'delete' },
    confirm: true,
    audit: {
      event: 'module-secret.retired',
      title: 'Desativação de secret de módulo',
      past: 'Secret retirada',
    },
    params: z.strictObject({ id: idInPath, secretId: idInPath }),
    success: moduleSecrets,
    problems: ['module-not-found', 'module-secret-not-found', 'module-secret-last'],
  }),
}
