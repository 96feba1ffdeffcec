import type { ProblemCode } from '../../contract/problems.ts'
import { Problem } from '../binder/problem.ts'
import type { Db } from '../database/database.ts'
import type { WorkOrder } from '../shared/fair-queue.ts'
import { hashPassword } from '../secrets/password-hash.ts'
import type { PasswordOwner } from './password-service.ts'
import { hasSecretQuestion } from './secret-answer-queries.ts'

/** Answers that a person would call the same are the same: case, accents and spaces don't count (rulings §4). */
export function normaliseAnswer(answer: string): string {
  return answer
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * The hash of an answer that the owner gives to a question that there is. The e-mail or id that comes with it must be the
 * owner's: `notTheirs` otherwise.
 */
export async function hashOwnAnswer(
  db: Db,
  answer: { user: number | string; question: number; response: string },
  owner: Pick<PasswordOwner, 'id' | 'email'>,
  notTheirs: ProblemCode,
  order: WorkOrder,
): Promise<string> {
  if (answer.user !== owner.id && answer.user !== owner.email) throw new Problem(notTheirs)
  if (!(await hasSecretQuestion(db, answer.question)))
    throw new Problem('secret-question-not-found')
  return hashPassword(normaliseAnswer(answer.response), order)
}
