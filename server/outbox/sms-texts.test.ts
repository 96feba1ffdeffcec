import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { oneTimePasswordMessage } from './message-templates.ts'

/** The default alphabet of GSM 03.38, and the extension, whose characters count twice. */
const alphabet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const extension = '\f^{}\\[~]|€'

/** Returns the length in septets; NaN if a character is in neither table. */
function septets(text: string): number {
  return Array.from(text, (character) => {
    if (alphabet.includes(character)) return 1
    return extension.includes(character) ? 2 : NaN
  }).reduce((sum, count) => sum + count, 0)
}

/** Every SMS, with the longest values that it can contain. */
const longest = {
  'message-templates.ts': [
    oneTimePasswordMessage('sms', '5'.repeat(20), 'N'.repeat(200), '000000'),
  ],
}

describe('an SMS', () => {
  test.each(Object.values(longest).flat())('fits into one part of 160 septets', ({ text }) => {
    expect(septets(text)).toBeLessThanOrEqual(160)
  })

  test('is composed only in these files', () => {
    const root = join(import.meta.dirname, '..')
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file))
      // Only an SMS has an empty subject.
      .filter((file) => readFileSync(join(root, file), 'utf8').includes("subject: ''"))
    expect(files.map((file) => file.replace('outbox/', ''))).toEqual(Object.keys(longest))
  })
})
