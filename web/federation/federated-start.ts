import type { FederationPurpose } from '../../contract/federation.ts'
import { prepare } from '../api/api-request.ts'

/** The address that begins a federated sign-in: the browser visits it, and is redirected to the identity provider. */
export function federatedStartAddress(purpose: FederationPurpose, email?: string): string {
  const query = email === undefined ? { purpose } : { purpose, email }
  return `/api${prepare('federatedStart', { query }).address}`
}
