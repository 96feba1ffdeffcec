/** One rule of a new password and the sentence that tells it (portal.md §5). */
export interface PasswordRule {
  sentence: string
  holds(password: string): boolean
}

/** In the order in which they are checked and shown; the same on screen and server. */
export const passwordRules: readonly PasswordRule[] = [
  {
    sentence: 'A senha deve ter no mínimo 16 caracteres.',
    holds: (password) => Array.from(password).length >= 16,
  },
  {
    sentence: 'A senha deve conter pelo menos uma letra maiúscula.',
    holds: (password) => /\p{Lu}/u.test(password),
  },
  {
    sentence: 'A senha deve conter pelo menos um número.',
    holds: (password) => /\d/.test(password),
  },
  {
    sentence: 'A senha deve conter pelo menos uma letra minúscula.',
    holds: (password) => /\p{Ll}/u.test(password),
  },
  {
    sentence: 'A senha deve conter pelo menos um caractere especial.',
    holds: (password) => /[!@#$%^&*(),.?":{}|<>]/.test(password),
  },
]

/** Long enough for any passphrase; beyond it hashing would only serve whoever wants to keep us busy. */
export const passwordMaxLength = 256

/** The first rule a new password breaks, or undefined. */
export function brokenPasswordRule(password: string): string | undefined {
  return passwordRules.find((rule) => !rule.holds(password))?.sentence
}
