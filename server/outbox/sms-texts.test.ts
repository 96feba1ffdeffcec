import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Keyring } from '../secrets/keyring.ts'
import { oneTimePasswordMessage } from './message-templates.ts'
import { recoveryStartedText } from './recovery-notices.ts'
import { reportLink } from './report-links.ts'

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

/** A long link 'Não fui eu'. */
const link = reportLink(
  {
    keyring: new Keyring([{ id: 'a', key: Buffer.alloc(32) }]),
    publicUrl: `https://${'a'.repeat(40)}.example`,
  },
  { userId: 2_147_483_647, notice: 'recovery-started', now: new Date() },
)

/** Every SMS, with the longest values that it can contain. */
const longest = {
  'message-templates.ts': [
    oneTimePasswordMessage('sms', '5'.repeat(20), 'N'.repeat(200), '000000'),
  ],
  'recovery-notices.ts': [recoveryStartedText('5'.repeat(20), { link })],
}

/** An SMS of several parts has 153 septets in each. */
const septetsMax = { 'message-templates.ts': 160, 'recovery-notices.ts': 2 * 153 } as const

describe('an SMS', () => {
  test.each(Object.entries(longest))(
    'of %s fits into one part, or two with a link',
    (file, all) => {
      const max = septetsMax[file as keyof typeof longest]
      for (const { text } of all) expect(septets(text)).toBeLessThanOrEqual(max)
    },
  )

  test('is composed only in these files', () => {
    const root = join(import.meta.dirname, '..')
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing\//.test(file))
      // Only an SMS has an empty subject.
      .filter((file) => readFileSync(join(root, file), 'utf8').includes("subject: ''"))
    expect(files.map((file) => file.replace('outbox/', ''))).toEqual(Object.keys(longest))
  })
})
