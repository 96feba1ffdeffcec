import { randomUUID } from 'node:crypto'
import type { Place, SignedInPrincipal } from '../../server/pipeline/principal.ts'

interface Bearer {
  userId?: number
  administrator?: boolean
  /** Company and module of the token. Without a place it is an initial token. */
  place?: Place
}

/** Returns a principal as the guard creates it. Its session does not exist. */
export function bearerOf({ userId = 1, administrator = false, place }: Bearer): SignedInPrincipal {
  const company = { id: place?.companyId ?? 0, name: 'Operadora' }
  return {
    userId,
    tokenId: randomUUID(),
    expiresAt: Infinity,
    session: {
      id: randomUUID(),
      userId,
      browserDigest: '',
      expiresAt: Infinity,
      lastUsedAt: 0,
      unwritten: false,
      ended: false,
      authentication: { amr: ['pwd'], at: 0 },
      revokedTokens: new Set(),
      user: { name: 'Pessoa', email: 'pessoa@operadora.example', cognitoId: '', companyId: null },
    },
    ...(place && {
      place: {
        ...place,
        grants: {
          held: { profiles: [], functions: [], company },
          screens: new Map(),
          endpoints: new Set(),
          delegation: undefined,
          own: undefined,
          writing: { screens: new Map(), endpoints: new Set() },
          support: undefined,
          auditor: undefined,
          administrator,
          master: false,
          until: Infinity,
        },
      },
    }),
  }
}
