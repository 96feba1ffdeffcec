import { argon2Sync, randomBytes } from 'node:crypto'

const unpadded = (bytes: Buffer): string => bytes.toString('base64').replace(/=+$/, '')

/**
 * Returns a cheap password hash, for users who confirm their identity hundreds of times in one test. A sign-in replaces
 * it by a hash of the required cost.
 */
export function quickHashOf(password: string): string {
  const nonce = randomBytes(16)
  const cost = { memory: 8, passes: 1, parallelism: 1 }
  const tag = argon2Sync('argon2id', { message: password, nonce, tagLength: 32, ...cost })
  return `$argon2id$v=19$m=8,t=1,p=1$${unpadded(nonce)}$${unpadded(tag)}`
}
