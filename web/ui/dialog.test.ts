import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../**/*.tsx', {
  eager: true,
  query: '?raw',
  import: 'default',
})

test('every modal uses Dialog, which focuses its content first and not Fechar', () => {
  const direct = Object.keys(sources).filter((file) => /<Modal[\s>]/.test(sources[file] ?? ''))
  expect(direct).toEqual(['./dialog.tsx'])
})
