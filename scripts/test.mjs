import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CHECKS, runCheck } from './checks.mjs'
import { ensureInstalled, PROGRAMS, projectEnv, ROOT } from './ensure-installed.mjs'

const RESULTS = join(ROOT, 'test-results')

/** Parts of `npm test`, in order; each resolves to its counts. `npm test -- server` runs one. */
const PARTS = { check, server: () => unit('server'), web: () => unit('web'), browser }

const requested = process.argv.slice(2)
const unknown = requested.find((name) => !(name in PARTS))
if (unknown) {
  console.error(`There is no part "${unknown}": choose from ${Object.keys(PARTS).join(', ')}`)
  process.exit(1)
}

let running
let stopped = false
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    // A test runner stops its servers on a signal and gets the time for it.
    running?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    stopped = true
    process.exitCode = 130
  })
}
ensureInstalled()
const total = { passed: 0, failed: 0 }
for (const [name, part] of Object.entries(PARTS)) {
  if (stopped || (requested.length > 0 && !requested.includes(name))) continue
  console.log(`\n== ${name}`)
  const { passed, failed } = await part()
  console.log(`-- ${name}: ${passed} passed, ${failed} failed`)
  total.passed += passed
  total.failed += failed
}
if (stopped) {
  console.log('\nStopped before the end.')
} else {
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

async function check() {
  const counts = { passed: 0, failed: 0 }
  for (const step of CHECKS) {
    if (stopped) break
    counts[(await runCheck(step)) ? 'passed' : 'failed'] += 1
  }
  return counts
}

async function unit(project) {
  return await runner(
    `unit-${project}.json`,
    ['vitest', 'run', '--project', project],
    (report) => ({
      passed: report.numPassedTests,
      // A file that fails to load has no tests; it counts as one failure.
      failed:
        report.numFailedTests +
        report.testResults.filter(
          (file) => file.status === 'failed' && file.assertionResults.length === 0,
        ).length,
    }),
  )
}

async function browser() {
  return await runner('browser.json', ['playwright', 'test'], ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
  }))
}

/** Runs a test runner and reads the counts from its report; an aborted run counts as a failure. */
async function runner(file, [program, ...args], count) {
  const report = join(RESULTS, file)
  rmSync(report, { force: true })
  const code = await run(program, args, { TEST_REPORT: report })
  if (!existsSync(report)) return { passed: 0, failed: 1 }
  const { passed, failed } = count(JSON.parse(readFileSync(report, 'utf8')))
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

function run(program, args, env) {
  return new Promise((resolve) => {
    running = spawn(join(PROGRAMS, program), args, {
      cwd: ROOT,
      env: { ...projectEnv(), ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
      // A process group of its own, so that Ctrl-C reaches it only through this process.
      detached: true,
    })
    running.on('error', (error) => {
      console.error(error.message)
      resolve(1)
    })
    running.on('close', (code) => resolve(code ?? 1))
  })
}
