import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, PROGRAMS, projectEnv, ROOT } from './ensure-installed.mjs'
import { targetOf, TARGETS } from './mutation-targets.mjs'

// npm run mutate -- server/rate-limits [more folders or files]; without arguments, all targets of
// scripts/mutation-targets.mjs.

ensureInstalled()
const requested = process.argv.slice(2).map((path) => path.replace(/\/+$/, ''))
const results = join(ROOT, 'test-results', 'mutation')
mkdirSync(results, { recursive: true })
const scores = []
for (const path of requested.length > 0 ? requested : Object.keys(TARGETS)) {
  const score = mutate(path)
  if (score) scores.push({ folder: path, ...score })
  else process.exitCode = 1
}
console.table(scores)

/** Runs every mutation of the target and returns how many the tests detected. */
function mutate(path) {
  const { mutate: files, tests } = targetOf(path)
  const name = path.replaceAll('/', '-')
  const report = join(results, `${name}.json`)
  const config = join(results, `${name}.config.json`)
  writeFileSync(
    config,
    JSON.stringify({
      testRunner: 'vitest',
      plugins: ['@stryker-mutator/vitest-runner'],
      mutate: [...files, '!**/*.test.ts'],
      vitest: { configFile: 'scripts/mutation.vitest.ts', related: false },
      // A missing file, because Stryker cannot read a tsconfig without TypeScript's API, which TypeScript 7 lacks.
      tsconfigFile: 'none.json',
      tempDirName: 'test-results/stryker',
      ignorePatterns: ['data', 'dist', 'test-results'],
      concurrency: Number(process.env['MUTATION_WORKERS'] ?? 2),
      // Reuses earlier results unless the code or the test has changed.
      incremental: true,
      incrementalFile: join(results, `${name}.incremental.json`),
      timeoutMS: 60_000,
      reporters: ['clear-text', 'json'],
      jsonReporter: { fileName: report },
      clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
    }),
  )
  const stryker = spawnSync(join(PROGRAMS, 'stryker'), ['run', config], {
    cwd: ROOT,
    env: { ...projectEnv(), MUTATION_TESTS: tests.join(' ') },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return stryker.status === 0 ? scoreOf(JSON.parse(readFileSync(report, 'utf8'))) : undefined
}

/**
 * Counts detected mutants (killed or timed out) and missed ones (survived or not covered). Mutants that do not compile
 * are ignored.
 */
function scoreOf({ files }) {
  const count = { detected: 0, missed: 0 }
  for (const { mutants } of Object.values(files))
    for (const { status } of mutants) {
      if (status === 'Killed' || status === 'Timeout') count.detected += 1
      if (status === 'Survived' || status === 'NoCoverage') count.missed += 1
    }
  const total = count.detected + count.missed
  return { ...count, percent: total === 0 ? 100 : Math.round((1000 * count.detected) / total) / 10 }
}
