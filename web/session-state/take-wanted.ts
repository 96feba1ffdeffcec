import { storage } from '../storage.ts'
import { storedPerson } from './session.ts'
import { ownAddress } from './wanted-address.ts'

/** The address that was remembered, once; nobody is led to what another person wanted. */
export function takeWanted(): string | undefined {
  const wanted = ownAddress(storage.get('wanted'))
  const person = storage.get('wanted_by')
  storage.remove('wanted')
  storage.remove('wanted_by')
  return person === null || person === String(storedPerson()) ? wanted : undefined
}
