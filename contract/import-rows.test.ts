import { expect, test } from 'vitest'
import { importRowSchemas } from './import-rows.ts'

const read = (spid: string) => importRowSchemas.users.safeParse({ email: 'ana@x.example', spid })

// A blank SPID means all SPIDs, so an unreadable one must not count as blank.
test.each(['\uE000', '\uF0B7', '\u{10FFFD}', '\u0378', '\u0007'])(
  'a SPID of the character %j, which no font shows, is refused rather than read as blank',
  (spid) => {
    expect(read(spid).success).toBe(false)
  },
)

test.each(['', ' ', '\u00A0', '\u200B', '\u2800', '\u3164'])('a SPID of %j is blank', (spid) => {
  expect(read(spid).data).toMatchObject({ spid: undefined })
})
