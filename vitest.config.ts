import { defineConfig } from 'vitest/config'

/** Files of one worker share what they import: to load the product anew for each took a quarter of the whole run. */
const isolate = false

export default defineConfig({
  test: {
    reporters: [
      'default',
      ['json', { outputFile: process.env['TEST_REPORT'] ?? 'test-results/unit.json' }],
    ],
    // Two cores: one for the tests' process and one for the database, and the other way round.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'server',
          isolate,
          include: ['{contract,server,database,examples}/**/*.test.ts'],
          globalSetup: 'server/testing/global-setup.ts',
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      { test: { name: 'web', isolate, include: ['web/**/*.test.{ts,tsx}'] } },
    ],
  },
})
