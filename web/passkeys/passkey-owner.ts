import { storage } from '../storage.ts'

/**
 * Stores whether the signed-in user has passkeys, so that the identity confirmation offers them without a request. Known
 * from the sign-in and from 'Minha conta'; the server decides when one is used.
 */
export function storePasskeyOwner(owns: boolean): void {
  if (owns) storage.set('passkey_owner', 'true')
  else storage.remove('passkey_owner')
}

export const isPasskeyOwner = (): boolean => storage.get('passkey_owner') !== null
