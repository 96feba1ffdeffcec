import { argon2, randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import { FairQueue, type WorkOrder } from '../shared/fair-queue.ts'
import { sameBytes } from './random.ts'

/** Argon2id as rulings §4: 19 MiB, 2 passes, 1 lane; kept beside each hash, so they can be raised. */
const current = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

const deriveKey = promisify(argon2)

/**
 * As many at a time as there are cores: more would not be sooner, take 19 MiB each, and keep the other threads of the
 * pool from everybody else. As many wait as are done in a few seconds.
 */
export const hashing = new FairQueue({ slots: availableParallelism(), limit: 256, together: 8 })

/** Work of the server itself, for which nobody waits at a screen: at its start, in its tests. */
export const ownWork: WorkOrder = { owner: 'server', most: 256, isGone: () => false }

function derive(order: WorkOrder, ...parameters: Parameters<typeof deriveKey>): Promise<Buffer> {
  return hashing.run(order, () => deriveKey(...parameters))
}

const unpadded = (bytes: Uint8Array): string =>
  Buffer.from(bytes).toString('base64').replace(/=+$/, '')

/** A PHC string of the password under a new salt. Runs on the thread pool; throws `Overloaded` where too much waits. */
export async function hashPassword(password: string, order: WorkOrder): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(order, 'argon2id', { message: password, nonce, tagLength, ...current })
  return `$argon2id$v=19$m=${current.memory},t=${current.passes},p=${current.parallelism}$${unpadded(nonce)}$${unpadded(tag)}`
}

/** Whether the password is the one of this PHC string; waits its turn like a hash. */
export async function verifyPassword(
  password: string,
  phc: string,
  order: WorkOrder,
): Promise<boolean> {
  const { memory, passes, parallelism, nonce, tag } = parsePhc(phc)
  const derived = await derive(order, 'argon2id', {
    message: password,
    nonce,
    tagLength: tag.length,
    memory,
    passes,
    parallelism,
  })
  return sameBytes(derived, tag)
}

/** Whether a hash was made with weaker parameters than today's and should be replaced at the next sign-in. */
export function isOutdated(phc: string): boolean {
  const { memory, passes } = parsePhc(phc)
  return memory < current.memory || passes < current.passes
}

/** A hash of nothing in particular: verifying against it costs what a real one does. */
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
