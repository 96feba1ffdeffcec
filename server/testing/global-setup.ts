import { startTestServer } from './test-database.ts'

/** Runs once before all tests; what it returns runs once after them. Vitest and Playwright both call it. */
export default async function setup(): Promise<() => Promise<void>> {
  return await startTestServer()
}
