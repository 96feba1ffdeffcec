import type { ProblemCode } from '../../contract/problems.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Db } from '../database/database.ts'
import type { WorkOrder } from '../shared/fair-queue.ts'
import { normaliseText, searchKey } from '../../contract/text-folding.ts'
import { decoyHash, hashPassword, matchPassword } from '../secrets/password-hash.ts'
import type { PasswordOwner } from './password-service.ts'
import { hasSecretQuestion } from './secret-answer-queries.ts'

/**
 * Normalises a secret answer. Case, accents, spaces and variants of apostrophe and hyphen do not matter (rulings §4).
 */
export function normaliseAnswer(answer: string): string {
  return legacyNormalise(searchKey(normaliseText(answer))).normalize('NFC')
}

/** Normalises an answer as it was done before text folding (decision 57), for comparison with older hashes. */
function legacyNormalise(answer: string): string {
  return answer
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Compares an answer with a hash. Takes the same time with and without a hash, so that the duration does not reveal
 * whether the user has an answer.
 */
export async function verifyAnswer(
  answer: string,
  hash: string | null | undefined,
  order: WorkOrder,
): Promise<boolean> {
  const [former, normal] = [legacyNormalise(answer), normaliseAnswer(answer)]
  const { fits } = await matchPassword(former, hash ?? decoyHash, order, normal)
  return fits && hash !== null && hash !== undefined
}

/**
 * Hashes the owner's answer to an existing question. Throws `mismatch` if the given e-mail or id belongs to another
 * user.
 */
export async function hashOwnAnswer(
  db: Db,
  answer: { user: number | string; question: number; response: string },
  owner: Pick<PasswordOwner, 'id' | 'email'>,
  mismatch: ProblemCode,
  order: WorkOrder,
): Promise<string> {
  if (answer.user !== owner.id && answer.user !== owner.email) throw new Problem(mismatch)
  if (!(await hasSecretQuestion(db, answer.question)))
    throw new Problem('secret-question-not-found')
  return hashPassword(normaliseAnswer(answer.response), order)
}
