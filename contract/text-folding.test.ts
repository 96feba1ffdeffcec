import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { email } from './fields.ts'
import { importRowSchemas } from './import-rows.ts'
import { searchText } from './list.ts'
import { personName, personPhone } from './person-fields.ts'
import { foldMarks, normaliseText, searchKey } from './text-folding.ts'

/** Generator of texts that mix ordinary characters with characters that are folded. */
const awkward = fc
  .array(
    fc.constantFrom(
      ...Array.from("aeoAEO19º½ª '’‘`´ʼ′‛-‐‑–—−.\t\n\u00E3\u0301\u0303"),
      ...Array.from('\u00A0\u2003\u3000\u200B\u200D\u00AD\u202E\uFEFF\u034F'),
      ...Array.from('ﬁＡ９＇－｀\u{1D400}\u212A\u1FFD\u1FEF'),
      ' \u0301',
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(''))
const anyText = fc.oneof(awkward, fc.string({ unit: 'binary', maxLength: 20 }))

describe('a folded text', () => {
  it.each([
    ['D\u00B4Angelo', "D'Angelo"],
    ['D \u0301Angelo', "D'Angelo"],
    ['José d\u2019Ávila', "José d'Ávila"],
    ['Maria D`Angelo', "Maria D'Angelo"],
    ['Ana\u2011Maria', 'Ana-Maria'],
    ['Ana\u2010Maria', 'Ana-Maria'],
    ['Ana \u2013 Souza', 'Ana - Souza'],
    ['João  da\u00A0  Silva', 'João da Silva'],
    ['ANA\tSOUZA', 'ANA SOUZA'],
    ['Ana Souza\u202C', 'Ana Souza'],
    ['Jose\u0301', 'José'],
    ['Jose\u200D\u0301', 'José'],
    ['Luís 2º, 3ª, ½', 'Luís 2º, 3ª, ½'],
    ['\u200B \u2800', ''],
  ])('of %j becomes %j', (typed, folded) => {
    expect(normaliseText(typed)).toBe(folded)
  })

  test('does not change when folded again', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const folded = normaliseText(typed)
        expect(normaliseText(folded)).toBe(folded)
        expect(foldMarks(foldMarks(typed))).toBe(foldMarks(typed))
        expect(searchKey(searchKey(folded))).toBe(searchKey(folded))
      }),
      { numRuns: 5000 },
    )
  })

  test('is equal from a file and from a form, and a search finds both', () => {
    fc.assert(
      fc.property(awkward, (typed) => {
        const form = personName.safeParse(typed)
        const file = importRowSchemas.users.shape.name.safeParse(typed)
        if (!form.success) return
        expect(file.data).toBe(form.data)
        const searched = searchText.parse(typed)
        expect(searched).toBe(form.data)
        // Rows stored before text folding was introduced contain the typed letters in NFKC.
        const before = typed.replace(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFKC')
        const words = (text: string) => searchKey(text).split(/\s+/).filter(Boolean)
        // Such rows store these characters differently: they contain no tabs, and NFKC turned 'º' into a letter.
        if (!/[º½ª\t]/.test(typed)) expect(words(before)).toEqual(words(searched))
      }),
      { numRuns: 5000 },
    )
  })
})

test('D´Angelo alone is one word and not a complete name', () => {
  expect(personName.safeParse('D\u00B4Angelo').error?.issues[0]?.message).toBe(
    'Preencha o campo nome completo!',
  )
})

test.each([
  '+55 11 98765-4321',
  '\u202A+55 11 98765-4321\u202C',
  '+55\u00A011\u00A098765\u20114321',
  '+55 11 98765\u20134321',
  '\uFF0B55 11 98765-4321',
  '５５１１９８７６５４３２１',
])('a telephone typed as %j is stored as digits, from a form and from a file', (typed) => {
  expect(personPhone.parse(typed)).toBe('5511987654321')
  expect(importRowSchemas.users.shape.phone_number.parse(typed)).toBe('5511987654321')
})

test.each([
  'ana@teste.example\u200B',
  '\u00A0ana@teste.example\u00A0',
  '\u200Eana@teste.example',
  'ana@teste.example\u00AD',
])('an e-mail typed as %j loses its invisible characters', (typed) => {
  expect(email.parse(typed)).toBe('ana@teste.example')
  expect(importRowSchemas.companies.shape.email.parse(typed)).toBe('ana@teste.example')
})
