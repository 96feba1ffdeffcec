import type { PasswordOwner } from './password-service.ts'

/** The e-mail or id beside a secret answer must be that of the person who gives it. */
export function isOwnAnswer(
  answer: { user: number | string },
  owner: Pick<PasswordOwner, 'id' | 'email'>,
): boolean {
  return answer.user === owner.id || answer.user === owner.email
}
