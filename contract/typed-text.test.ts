import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { optionalText, typedText } from './typed-text.ts'

const name = typedText({ max: 30, required: 'Preencha.' })

describe('a text that a person types', () => {
  test('is kept as it is read: once, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (typed) => {
        const kept = name.safeParse(typed)
        if (!kept.success) return
        expect(kept.data).not.toBe('')
        expect(kept.data).toBe(kept.data.trim())
        expect(kept.data).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]/u)
        expect(name.parse(kept.data)).toBe(kept.data)
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
    '\u0000',
    '\u001B',
    '\uFFFE',
  ])('refuses %j within', (character) => {
    expect(name.safeParse(`a${character}b`).error?.issues[0]?.message).toBe(
      'Use apenas texto simples.',
    )
  })

  test('keeps line breaks only where it may have lines', () => {
    expect(name.safeParse('a\nb').success).toBe(false)
    expect(typedText({ max: 9, required: 'x', lines: true }).parse('a\r\nb')).toBe('a\nb')
  })

  test('where nothing needs to be typed, blank is null', () => {
    for (const blank of [undefined, null, '', ' ', '\u200b'])
      expect(optionalText(9).parse(blank)).toBeNull()
  })
})
