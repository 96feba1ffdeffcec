/** Patterns of test files for a test runner. */
export interface TestFiles {
  include: string[]
  exclude: string[]
}

/**
 * The one rule for slow tests: `x.slow.test.ts` and `x.slow.e2e.ts` run in `npm run test:slow`, the other files in
 * `npm test`. `scripts/test.mjs` sets TEST_SPEED; a test runner started without it runs both. `suffix` is what follows
 * the base name of a file.
 */
export function selectTests(folder: string, suffix: string): TestFiles {
  const all = `${folder}*.${suffix}`
  const slow = `${folder}*.slow.${suffix}`
  const speed = process.env['TEST_SPEED']
  if (speed === 'slow') return { include: [slow], exclude: [] }
  return { include: [all], exclude: speed === 'fast' ? [slow] : [] }
}
