import { email as emailField } from '../../contract/fields.ts'
import { brokenPasswordRule } from '../../contract/password-policy.ts'

/** Message for the one field whose mistake is shown. */
export type Mistakes<Field extends string> = Partial<Record<Field, string>>

/** Returns the first mistake in a new password and its repetition (portal.md §5). */
export function firstMistakeInPassword({
  newPassword,
  repeat,
}: {
  newPassword: string
  repeat: string
}): Mistakes<'newPassword' | 'repeat'> | null {
  const broken = brokenPasswordRule(newPassword)
  if (broken !== undefined) return { newPassword: broken }
  return newPassword.normalize('NFC') === repeat.normalize('NFC')
    ? null
    : { repeat: 'As senhas não conferem.' }
}

/** Returns the first mistake in a secret question and its answer (portal.md §5). */
export function firstMistakeInAnswer({
  question,
  response,
}: {
  question: number | null
  response: string
}): Mistakes<'question' | 'response'> | null {
  if (question === null) return { question: 'Selecione a pergunta.' }
  return response.trim() === '' ? { response: 'Insira a resposta.' } : null
}

/** Returns the mistake in the e-mail of the account to recover (portal.md §5). */
export function firstMistakeInEmail(email: string): Mistakes<'email'> | null {
  if (email === '') return { email: 'Insira o e-mail.' }
  return emailField.safeParse(email).success
    ? null
    : { email: 'Preencha o campo e-mail com um e-mail válido!' }
}
