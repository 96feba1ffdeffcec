import { expect, it } from 'vitest'
import { terms } from './terms.ts'

const screens = import.meta.glob<string>(['../**/*.tsx', '!../**/*.test.tsx'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const used = new Set(
  Object.values(screens).flatMap((source) =>
    Array.from(source.matchAll(/<Termo of="(\w+)">/g), ([, term]) => term),
  ),
)

// The type of `of` already ensures that each used term exists.
it.each(Object.keys(terms))('the term %s is used on a screen', (term) => {
  expect(used).toContain(term)
})

it.each(Object.entries(terms))(
  'the term %s has three sentences and an example',
  (_, { sentences, example }) => {
    for (const sentence of [...sentences, example]) expect(sentence).toMatch(/^[A-ZÉ“][^.]+\.$/)
  },
)
