import { expect, vi } from 'vitest'
import type { TestInstance } from './test-app.ts'
import type { SignedIn } from './test-trips.ts'

/** Outcome of a token that is no longer valid. */
export const ended = '401 access-token-expired'

/** Returns the current outcome of a token at each instance. */
export function outcomesOf(instances: TestInstance[], who: SignedIn): Promise<string[]> {
  return Promise.all(
    instances.map(async ({ trips }) => (await trips.validate(who.token, who.cookie)).outcome),
  )
}

/** Waits at most a second until every instance has this outcome, because notifications are asynchronous. */
export async function expectOnAllInstances(
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
