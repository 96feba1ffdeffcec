import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brokenPasswordRule, passwordMaxLength } from './password-policy.ts'
import { passwords } from './passwords.ts'

describe('the password policy', () => {
  test('checks the rules in the order of the specification', () => {
    expect(
      ['', 'a'.repeat(16), `${'a'.repeat(16)}B`, 'A'.repeat(15) + '1', `${'a'.repeat(15)}B1`].map(
        brokenPasswordRule,
      ),
    ).toEqual([
      'A senha deve ter no mínimo 16 caracteres.',
      'A senha deve conter pelo menos uma letra maiúscula.',
      'A senha deve conter pelo menos um número.',
      'A senha deve conter pelo menos uma letra minúscula.',
      'A senha deve conter pelo menos um caractere especial.',
    ])
  })

  test('counts characters, not bytes or UTF-16 units', () => {
    expect(brokenPasswordRule('Aa1!🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑')).toBe(
      'A senha deve ter no mínimo 16 caracteres.',
    )
    expect(brokenPasswordRule('Aa1!🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑')).toBeUndefined()
  })

  test('accepts each special character of the specification', () => {
    for (const special of '!@#$%^&*(),.?":{}|<>')
      expect(brokenPasswordRule(`SenhaComNumero12${special}`)).toBeUndefined()
    expect(brokenPasswordRule('SenhaComNumero12-')).toBe(
      'A senha deve conter pelo menos um caractere especial.',
    )
  })

  test('up to 256 characters are permitted', () => {
    const schema = passwords.userSetPasswordExpired.body.shape.newPassword
    expect(schema.safeParse(`Aa1!${'x'.repeat(passwordMaxLength - 4)}`).success).toBe(true)
    expect(schema.safeParse(`Aa1!${'x'.repeat(passwordMaxLength - 3)}`).success).toBe(false)
  })

  test('a valid password stays valid when text is appended', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 100 }),
        (more) => brokenPasswordRule(`SenhaComNumero12!${more}`) === undefined,
      ),
    )
  })
})
