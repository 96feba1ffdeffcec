import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../**/*.tsx', {
  eager: true,
  query: '?raw',
  import: 'default',
})

test('every dialog is one that begins with its own content, not with Fechar', () => {
  const bare = Object.keys(sources).filter((file) => /<Modal[\s>]/.test(sources[file] ?? ''))
  expect(bare).toEqual(['./dialog.tsx'])
})
