import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { CHECKS, runCheck } from './checks.mjs'
import { ensureInstalled, PROGRAMS, projectEnv, ROOT } from './ensure-installed.mjs'

const RESULTS = join(ROOT, 'test-results')

/** Parts of a run, in order; each resolves to its counts. */
const PARTS = { check, server: unit, web: unit, browser }

// `npm test -- server` runs one part, `npm test -- server/users` the tests below one folder. `--slow` runs the slow
// tests (test-speed.ts) instead of the others, `--all` runs both.
const args = process.argv.slice(2)
const options = args.filter((arg) => arg.startsWith('--'))
const parts = args.filter((arg) => arg in PARTS)
const paths = args.filter((arg) => !options.includes(arg) && !parts.includes(arg))
const unknown = [
  ...options.filter((option) => !['--slow', '--all'].includes(option)),
  ...paths.filter((path) => !existsSync(join(ROOT, path))),
]
if (unknown.length > 0) {
  const choice = Object.keys(PARTS).join(', ')
  console.error(`Unknown: ${unknown.join(', ')}. Name a part (${choice}), a folder or a file.`)
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
for (const { name, speed, files } of requestedRuns()) {
  if (stopped) break
  const title = speed === 'slow' ? `${name}, slow` : name
  console.log(`\n== ${title}`)
  const { passed, failed } = await PARTS[name](name, speed, files)
  console.log(`-- ${title}: ${passed} passed, ${failed} failed`)
  total.passed += passed
  total.failed += failed
}
if (stopped) {
  console.log('\nStopped before the end.')
} else {
  console.log(`\n${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

/** Returns the runs in order. `files` restricts a run to these files and folders; if empty, it is not restricted. */
function requestedRuns() {
  const speeds = ['fast', 'slow'].filter(
    (speed) => options.includes('--all') || options.includes('--slow') === (speed === 'slow'),
  )
  return speeds.flatMap((speed) =>
    Object.keys(PARTS).flatMap((name) => {
      const files = paths.filter((path) => partOf(path) === name)
      const requested = args.length === options.length || parts.includes(name) || files.length > 0
      // The checks are of the whole project.
      if (!requested || (name === 'check' && speed === 'slow')) return []
      return [{ name, speed, files: parts.includes(name) ? [] : files }]
    }),
  )
}

function partOf(path) {
  const [folder] = path.split('/')
  return { web: 'web', e2e: 'browser' }[folder] ?? 'server'
}

async function check() {
  const counts = { passed: 0, failed: 0 }
  for (const step of CHECKS) {
    if (stopped) break
    counts[(await runCheck(step)) ? 'passed' : 'failed'] += 1
  }
  return counts
}

async function unit(part, speed, files) {
  const projects = part === 'web' ? ['web', 'components'] : [part]
  const chosen = projects.flatMap((project) => ['--project', project])
  const program = ['vitest', 'run', ...chosen, ...files]
  // No test of a part need be slow, but a mistyped name must not pass.
  if (files.length === 0) program.push('--passWithNoTests')
  return await runner(`unit-${part}`, speed, program, (report) => ({
    passed: report.numPassedTests,
    // A file that fails to load has no tests; it counts as one failure.
    failed:
      report.numFailedTests +
      report.testResults.filter(
        (file) => file.status === 'failed' && file.assertionResults.length === 0,
      ).length,
  }))
}

async function browser(_, speed, files) {
  const program = ['playwright', 'test', ...files]
  if (files.length === 0) program.push('--pass-with-no-tests')
  return await runner('browser', speed, program, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
  }))
}

/** Runs a test runner and reads the counts from its report; an aborted run counts as a failure. */
async function runner(name, speed, [program, ...programArgs], count) {
  const report = join(RESULTS, speed === 'slow' ? `${name}-slow.json` : `${name}.json`)
  rmSync(report, { force: true })
  const code = await run(program, programArgs, { TEST_REPORT: report, TEST_SPEED: speed })
  if (!existsSync(report)) return { passed: 0, failed: code === 0 ? 0 : 1 }
  const { passed, failed } = count(JSON.parse(readFileSync(report, 'utf8')))
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

function run(program, programArgs, env) {
  return new Promise((resolve) => {
    running = spawn(join(PROGRAMS, program), programArgs, {
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
