import type { moduleSecretEndpoints } from '../../contract/module-secrets.ts'
import type { Handlers } from '../pipeline/handler.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Clock } from '../shared/clock.ts'
import { ModuleSecretService } from './module-secrets.ts'

export function moduleSecretRoutes(parts: {
  keyring: Keyring
  clock: Clock
}): Handlers<typeof moduleSecretEndpoints> {
  const secrets = new ModuleSecretService(parts)
  return {
    moduleSecretGet: (call) => secrets.read(call, call.params.id),
    moduleSecretCreate: (call) => secrets.generate(call, call.params.id),
    moduleSecretRetire: (call) => secrets.retire(call, call.params.id, call.params.secretId),
  }
}
