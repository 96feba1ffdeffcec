import { argon2, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { FairQueue, type WorkOrder } from '../shared/fair-queue.ts'
import { sameBytes } from './random.ts'

/**
 * Argon2id parameters of rulings §4: 19 MiB, 2 passes, 1 lane. Each hash stores its parameters, so that they can be
 * raised later.
 */
const required = { memory: 19_456, passes: 2, parallelism: 1 }
let current = required

/**
 * Sets the cost of new hashes; without a value, restores the product's cost. Only tests call this function:
 * `quick-hashing.ts` lowers the cost, and tests of hashing restore it.
 */
export function setHashCost(cost = required): void {
  current = cost
}

const tagLength = 32

const deriveKey = promisify(argon2)

/**
 * Queue of password hashes. Runs one hash per core, because more would not be faster, would take 19 MiB each, and would
 * occupy the other threads of the pool. One more slot is reserved for live sessions and known browsers. 256 queued
 * hashes take a few seconds.
 */
export const hashing = new FairQueue({
  name: 'passwords',
  slots: availableParallelism() + 1,
  reserved: 1,
  limit: 256,
})

/** Order for hashes that the server itself needs, at startup and in tests. */
export const ownWork: WorkOrder = {
  owner: ['server'],
  trusted: true,
  maxQueued: 256,
  isGone: () => false,
}

const unpadded = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replace(/=+$/, '')

/**
 * Hashes the NFC form of a password (NIST SP 800-63B, 3.1.1.2) with a new salt, on the thread pool. Returns a PHC
 * string. Throws `Overloaded` if the queue is full.
 */
export async function hashPassword(password: string, order: WorkOrder): Promise<string> {
  const nonce = randomBytes(16)
  const message = password.normalize('NFC')
  const tag = await hashing.run(order, () =>
    deriveKey('argon2id', { message, nonce, tagLength, ...current }),
  )
  return `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

export interface PasswordMatch {
  fits: boolean
  /**
   * Whether the hash should be replaced at this sign-in, because its parameters are outdated or it is not of the NFC
   * form.
   */
  outdated: boolean
}

/**
 * Compares a password with a PHC string, in the same queue as hashing. Older hashes are of the password as it was
 * typed, newer ones of its NFC form. If both forms differ, both are hashed, even if the first one matches, so that the
 * duration reveals nothing.
 */
export async function matchPassword(
  typed: string,
  phc: string,
  order: WorkOrder,
  normal = typed.normalize('NFC'),
): Promise<PasswordMatch> {
  const { memory, passes, parallelism, nonce, tag } = parsePhc(phc)
  const parameters = { nonce, tagLength: tag.length, memory, passes, parallelism }
  const forms = new Set([normal, typed])
  const fitting = await hashing.run(order, async () => {
    const found: string[] = []
    for (const message of forms)
      if (sameBytes(await deriveKey('argon2id', { message, ...parameters }), tag))
        found.push(message)
    return found
  })
  const weak = memory < current.memory || passes < current.passes
  return { fits: fitting.length > 0, outdated: weak || !fitting.includes(normal) }
}

/** Compares a password with a PHC string. */
export async function verifyPassword(
  typed: string,
  phc: string,
  order: WorkOrder,
): Promise<boolean> {
  return (await matchPassword(typed, phc, order)).fits
}

/** Hash of a random password, for e-mails without an account: comparing with it takes as long as with a real hash. */
export const decoyHash = await hashPassword(randomBytes(16).toString('hex'), ownWork)

function parsePhc(phc: string) {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc)
  const [, memory, passes, parallelism, nonce, tag] = match ?? []
  if (!memory || !passes || !parallelism || !nonce || !tag)
    throw new Error('A stored password hash is not Argon2id.')
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    nonce: Buffer.from(nonce, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}
