import { expect } from 'vitest'
import type { Answer } from './test-client.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const json = 'application/json; charset=utf-8'

/** Checks that the response is this failure, in the format of rulings §2 and without internal details. */
export function expectFailure(answer: Answer<unknown>, outcome: string): void {
  expect(answer.outcome).toBe(outcome)
  expect(answer.failure.requestId).toMatch(uuid)
  expect(answer.failure.httpMessage).not.toBe('')
  expect(answer.headers.get('content-type')).toBe(json)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.text).not.toMatch(
    /\bat \w|node_modules|\.ts\b|stack|SyntaxError|Zod|select |postgres/i,
  )
}
