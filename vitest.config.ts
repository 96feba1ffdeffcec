import { defineConfig } from 'vitest/config'
import { selectTests } from './scripts/test-speed.ts'

/** Files of one worker share what they import: to load the product anew for each took a quarter of the whole run. */
const isolate = false

export default defineConfig({
  test: {
    reporters: [
      'default',
      ['json', { outputFile: process.env['TEST_REPORT'] ?? 'test-results/unit.json' }],
    ],
    // Each waits for its database now and then: a third keeps two cores busy.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'server',
          isolate,
          ...selectTests('{contract,server,database,examples,scripts}/**/', 'test.ts'),
          globalSetup: 'server/testing/global-setup.ts',
          // Much is made and soon forgotten: with less room, the collector copies it about meanwhile.
          execArgv: ['--max-semi-space-size=64'],
          // What a busy machine may need; where nothing is wrong, nobody waits for their end.
          testTimeout: 60_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
      { test: { name: 'web', isolate, ...selectTests('web/**/', 'test.{ts,tsx}') } },
    ],
  },
})
