import { storage } from '../storage.ts'
import { storedPerson } from './session.ts'
import { ownAddress } from './return-to.ts'

/** Returns the stored return URL and removes it. A URL stored for another user is discarded. */
export function takeReturnTo(): string | undefined {
  const returnTo = ownAddress(storage.get('wanted'))
  const user = storage.get('wanted_by')
  storage.remove('wanted')
  storage.remove('wanted_by')
  return user === null || user === String(storedPerson()) ? returnTo : undefined
}
