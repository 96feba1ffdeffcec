import type { FederationPurpose } from '../../contract/federation.ts'
import { prepare } from '../api/api-request.ts'

/** Where a browser is sent to begin: it is visited, not fetched, and leads on to the identity provider. */
export function federatedStartAddress(purpose: FederationPurpose, email?: string): string {
  const query = email === undefined ? { purpose } : { purpose, email }
  return `/api${prepare('federatedStart', { query }).address}`
}
