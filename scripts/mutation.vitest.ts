import { defineConfig } from 'vitest/config'

/** Runs the tests that `npm run mutate` names. One process is enough, because Stryker has two workers. */
export default defineConfig({
  test: {
    include: (process.env['MUTATION_TESTS'] ?? '').split(' '),
    globalSetup: 'test/testing/global-setup.ts',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 1,
    bail: 1,
  },
})
