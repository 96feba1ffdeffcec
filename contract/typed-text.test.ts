import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isPlainText, optionalText, typedText } from './typed-text.ts'

const name = typedText({ max: 30, required: 'Preencha.' })

describe('a text that a person types', () => {
  test('is trimmed, has no control characters, and does not change if typed again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
        const parsed = name.safeParse(typed)
        if (!parsed.success) return
        expect(parsed.data).not.toBe('')
        expect(parsed.data).toBe(parsed.data.trim())
        expect(parsed.data).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
        expect(name.parse(parsed.data)).toBe(parsed.data)
      }),
      { numRuns: 2000 },
    )
  })

  test.each([
    '\u202A',
    '\u202E',
    '\u2066',
    '\u2069',
    '\u200E',
    '\u200F',
    '\u200B',
    '\u00AD',
    '\uFEFF',
    '\uFE0F',
    '\u{E0041}',
  ])('loses the invisible %j', (character) => {
    expect(name.parse(`a${character}b`)).toBe('ab')
  })

  test.each(['\u0000', '\u001B', '\u0085', '\uFFFE', '\uE000'])(
    'refuses %j in a text',
    (character) => {
      expect(name.safeParse(`a${character}b`).error?.issues[0]?.message).toBe(
        'Use apenas texto simples.',
      )
    },
  )

  test('keeps line breaks only if multiple lines are allowed', () => {
    expect(name.safeParse('a\nb').success).toBe(false)
    expect(typedText({ max: 9, required: 'x', lines: true }).parse('a\r\nb')).toBe('a\nb')
  })

  test('an optional text is null if blank', () => {
    for (const blank of [undefined, null, '', ' ', '\u200b'])
      expect(optionalText(9).parse(blank)).toBeNull()
  })

  test('is trimmed, and ligatures and full-width letters become ordinary letters', () => {
    expect(name.parse('  Ana \t')).toBe('Ana')
    expect(name.parse('\uFB01m \uFF21\u{1D400}')).toBe('fim AA')
    expect(typedText({ max: 9, required: 'x', lines: true }).parse('a\rb')).toBe('a\nb')
  })

  test('is required and limited in length, with a message for each error', () => {
    expect(name.parse('x'.repeat(30))).toHaveLength(30)
    expect(optionalText(3).parse('abc')).toBe('abc')
    const sentence = (schema: typeof name | ReturnType<typeof optionalText>, typed?: string) =>
      schema.safeParse(typed).error?.issues[0]?.message
    expect(sentence(name, 'x'.repeat(31))).toBe('Use no máximo 30 caracteres.')
    expect(sentence(optionalText(3), 'abcd')).toBe('Use no máximo 3 caracteres.')
    expect(sentence(optionalText(9), 'a\u001Bb')).toBe('Use apenas texto simples.')
    for (const nothing of [undefined, '', ' \u200b'])
      expect(sentence(name, nothing)).toBe('Preencha.')
  })

  test('has one line unless several are allowed', () => {
    expect(isPlainText('a\nb')).toBe(false)
    expect(isPlainText('a\nb', true)).toBe(true)
    expect(isPlainText('a\u0000b', true)).toBe(false)
  })
})
