import type { apiTokens } from '../../contract/api-tokens.ts'
import type { Handlers } from '../pipeline/handler.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Clock } from '../shared/clock.ts'
import { createToken, readTokens, revokeToken } from './api-token-service.ts'

export function apiTokenRoutes(parts: {
  clock: Clock
  keyring: Keyring
}): Handlers<typeof apiTokens> {
  const { clock } = parts
  return {
    apiTokenList: ({ db, who, params, query }) =>
      readTokens(db, who, { userId: params.userId, list: query, now: clock.now() }),
    apiTokenCreate: (call) => createToken(call, call.body, parts),
    apiTokenRevoke: (call) => revokeToken(call, call.params, call.body, clock.now()),
  }
}
