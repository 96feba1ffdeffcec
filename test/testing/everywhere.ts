import { expect, vi } from 'vitest'
import type { TestInstance } from './test-app.ts'
import type { SignedIn } from './test-trips.ts'

/** Outcome for a token whose basis has ended. */
export const ended = '401 access-token-expired'

/** The current response of each instance to a token. */
export function outcomesOf(instances: TestInstance[], who: SignedIn): Promise<string[]> {
  return Promise.all(
    instances.map(async ({ trips }) => (await trips.validate(who.token, who.cookie)).outcome),
  )
}

/** On every instance within a second; notifications are asynchronous, so the first check may be too early. */
export async function expectEverywhere(
  instances: TestInstance[],
  who: SignedIn,
  outcome: string,
): Promise<void> {
  await withinASecond(async () => {
    expect(new Set(await outcomesOf(instances, who))).toEqual(new Set([outcome]))
  })
}

/** Repeats the check until it passes, for at most the required second. */
export function withinASecond(look: () => Promise<void>): Promise<void> {
  return vi.waitFor(look, { timeout: 1000, interval: 5 })
}
