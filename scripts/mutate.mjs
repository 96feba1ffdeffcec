import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureInstalled, PROGRAMS, projectEnv, ROOT } from './ensure-installed.mjs'
import { targetOf, TARGETS } from './mutation-targets.mjs'

// npm run mutate -- server/attempts [more folders or files]; without any, all that scripts/mutation-targets.mjs names.

ensureInstalled()
const wanted = process.argv.slice(2).map((path) => path.replace(/\/+$/, ''))
const results = join(ROOT, 'test-results', 'mutation')
mkdirSync(results, { recursive: true })
const scores = []
for (const path of wanted.length > 0 ? wanted : Object.keys(TARGETS)) {
  const score = mutate(path)
  if (score) scores.push({ folder: path, ...score })
  else process.exitCode = 1
}
console.table(scores)

/** Puts every fault that Stryker knows into the target, one at a time; answers how many the tests noticed. */
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
      // TypeScript 7 has no API with which Stryker could read a tsconfig.
      tsconfigFile: 'none.json',
      tempDirName: 'test-results/stryker',
      ignorePatterns: ['data', 'dist', 'test-results'],
      concurrency: Number(process.env['MUTATION_WORKERS'] ?? 2),
      // What a test has noticed before it notices again, unless the code or that test changed.
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

/** Killed and timed out were noticed; survived and never covered were not. What doesn't compile doesn't count. */
function scoreOf({ files }) {
  const count = { noticed: 0, missed: 0 }
  for (const { mutants } of Object.values(files))
    for (const { status } of mutants) {
      if (status === 'Killed' || status === 'Timeout') count.noticed += 1
      if (status === 'Survived' || status === 'NoCoverage') count.missed += 1
    }
  const total = count.noticed + count.missed
  return { ...count, percent: total === 0 ? 100 : Math.round((1000 * count.noticed) / total) / 10 }
}
