import { startTestServer } from './test-database.ts'

/** Runs once before all tests; the returned function runs once after them. Called by Vitest and Playwright. */
export default async function setup(): Promise<() => Promise<void>> {
  return await startTestServer()
}
