/** Patterns of test files for a test runner. */
export interface TestFiles {
  include: string[]
  exclude: string[]
}

/**
 * Selects test files by TEST_SPEED, which `scripts/test.mjs` sets. Slow tests (`x.slow.test.ts`, `x.slow.e2e.ts`) run in
 * `npm run test:slow`, other tests in `npm test`. Without TEST_SPEED both run. `suffix` follows the base name of a file.
 */
export function selectTests(folder: string, suffix: string): TestFiles {
  const all = `${folder}*.${suffix}`
  const slow = `${folder}*.slow.${suffix}`
  const speed = process.env['TEST_SPEED']
  if (speed === 'slow') return { include: [slow], exclude: [] }
  return { include: [all], exclude: speed === 'fast' ? [slow] : [] }
}
