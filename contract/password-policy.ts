/** Rule for new passwords, with the error message for a password that breaks the rule (portal.md §5). */
export interface PasswordRule {
  sentence: string
  holds(password: string): boolean
}

/** All rules, in the order in which screen and server check and show them. */
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

/** Maximum length, enough for any passphrase. Hashing longer passwords would make denial of service cheaper. */
export const passwordMaxLength = 256

/**
 * Checks a rule against the NFC form of the password, in which a letter with its accent counts as one character. The
 * hash is also made from the NFC form.
 */
export const isPasswordRuleKept = (rule: PasswordRule, password: string): boolean =>
  rule.holds(password.normalize('NFC'))

/** Returns the message of the first rule that a new password breaks, or undefined. */
export function brokenPasswordRule(password: string): string | undefined {
  return passwordRules.find((rule) => !isPasswordRuleKept(rule, password))?.sentence
}
