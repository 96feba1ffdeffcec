/** docs/security/cryptography.md matches the code (ASVS V11.1.3). */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readSources } from '../testing/read-sources.ts'
import { setHashCost } from '../../server/secrets/password-hash.ts'

setHashCost()

const sources = readSources('server', 'web', 'contract')
/** The first section of the document: the algorithms. The other sections list keys. */
const [, inventory = ''] = readFileSync(
  join(import.meta.dirname, '../../docs/security/cryptography.md'),
  'utf8',
).split(/^## /m)

/** Returns the distinct first groups of all matches in the code. */
const inCode = (pattern: RegExp): Set<string> =>
  new Set(sources.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, found = '']) => found)))
const sorted = (names: Iterable<string>) =>
  [...new Set([...names].map((name) => name.toLowerCase().replace('sha-', 'sha')))].toSorted()

test('the inventory lists exactly the algorithms that the code names', () => {
  const called = inCode(
    /\b(?:hash|createHash|createHmac|create(?:C|Dec)ipheriv|derive(?:Key)?|subtle\.digest|generateKeyPair(?:Sync)?|importJWK)\(\s*(?:\w+,\s*)?'([^']+)'/g,
  )
  const configured = inCode(/\balg(?:orithms?)?: \[?'([^']+)'/g)
  const listed = [...inventory.matchAll(/^\| `([^`]+)`/gm)].map(([, name = '']) => name)
  expect(sorted([...called, ...configured])).toEqual(sorted(listed))
})

test('only inventoried primitives of node:crypto are imported', () => {
  const imported = inCode(/import \{([^}]*)\} from 'node:crypto'/g)
  const names = [...imported].flatMap((list) => list.split(',').map((name) => name.trim()))
  expect(sorted(names)).toEqual(
    sorted([
      'argon2',
      'createCipheriv',
      'createDecipheriv',
      'createHash',
      'createHmac',
      'createPrivateKey',
      'createPublicKey',
      'generateKeyPairSync',
      'hash',
      'randomBytes',
      'randomInt',
      'randomUUID',
      'sign',
      'timingSafeEqual',
      'verify',
    ]),
  )
})

test('random values come only from node:crypto', () => {
  expect(sources.filter(({ text }) => text.includes('Math.random'))).toEqual([])
})
