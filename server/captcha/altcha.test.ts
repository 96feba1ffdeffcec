import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test } from 'vitest'
import { systemClock } from '../shared/clock.ts'
import { Altcha } from './altcha.ts'

test('a challenge is accepted by every process that has its key, whatever the order of the keys', async () => {
  const { challenge } = await new Altcha(['velha', 'nova'], systemClock).describe()
  const solution = await solveChallenge({ challenge: challenge as Challenge, deriveKey })
  const token = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
  const acceptedBy = async (...secrets: string[]) =>
    (await new Altcha(secrets, systemClock).verify(token)) !== undefined
  expect(await acceptedBy('nova', 'velha')).toBe(true)
  expect(await acceptedBy('velha')).toBe(true)
  expect(await acceptedBy('nova')).toBe(false)
})
