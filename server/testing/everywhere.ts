import { expect, vi } from 'vitest'
import type { TestInstance } from './test-app.ts'
import type { SignedIn } from './test-trips.ts'

/** How a token fares when what it was given for is gone. */
export const ended = '401 access-token-expired'

/** What each instance answers to a token at this moment. */
export function outcomesOf(instances: TestInstance[], who: SignedIn): Promise<string[]> {
  return Promise.all(
    instances.map(async ({ trips }) => (await trips.validate(who.token, who.cookie)).outcome),
  )
}

/** On every instance within a second; announcements travel, so the first look may still be too early. */
export async function expectEverywhere(
  instances: TestInstance[],
  who: SignedIn,
  outcome: string,
): Promise<void> {
  await withinASecond(async () => {
    expect(new Set(await outcomesOf(instances, who))).toEqual(new Set([outcome]))
  })
}

/** Looks again and again until it holds; a second is the longest that a change may take to be felt. */
export function withinASecond(look: () => Promise<void>): Promise<void> {
  return vi.waitFor(look, { timeout: 1000, interval: 5 })
}
