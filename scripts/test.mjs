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
    // Forward the signal and keep running, so that the test runner can stop its servers.
    running?.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal)
    stopped = true
    process.exitCode = 130
  })
}
ensureInstalled()
const total = { passed: 0, failed: 0 }
const allFailures = []
for (const { name, speed, files } of requestedRuns()) {
  if (stopped) break
  const title = speed === 'slow' ? `${name}, slow` : name
  console.log(`\n== ${title}`)
  const { passed, failed, failures } = await PARTS[name](name, speed, files)
  console.log(`-- ${title}: ${passed} passed, ${failed} failed`)
  total.passed += passed
  total.failed += failed
  allFailures.push(...failures.map((failure) => `${title}: ${failure}`))
}
if (stopped) {
  console.log('\nStopped before the end.')
} else {
  // Failures are listed again at the end, because a log of thousands of lines may be truncated.
  if (allFailures.length > 0) console.log(`\nFailed:\n${allFailures.join('\n')}`)
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
      // The checks always cover the whole project.
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
  const results = { passed: 0, failed: 0, failures: [] }
  for (const step of CHECKS) {
    if (stopped) break
    if (await runCheck(step)) {
      results.passed += 1
    } else {
      results.failed += 1
      results.failures.push(step.name)
    }
  }
  return results
}

async function unit(part, speed, files) {
  const projects = part === 'web' ? ['web', 'components'] : [part]
  const chosen = projects.flatMap((project) => ['--project', project])
  const program = ['vitest', 'run', ...chosen, ...files]
  // A part may have no slow tests, but a mistyped name must fail.
  if (files.length === 0) program.push('--passWithNoTests')
  return await runner(`unit-${part}`, speed, program, (report) => ({
    passed: report.numPassedTests,
    failures: report.testResults.flatMap((file) => failuresOfFile(file)),
  }))
}

/** Returns the failed tests of a file in Vitest's report. A file that failed in a hook counts as one failure. */
function failuresOfFile(file) {
  const failed = file.assertionResults.filter(({ status }) => status === 'failed')
  if (file.status === 'failed' && failed.length === 0) {
    return [`${file.name}\n${indented(file.message)}`]
  }
  return failed.map(
    (test) => `${file.name} › ${test.fullName}\n${indented(test.failureMessages[0])}`,
  )
}

async function browser(_, speed, files) {
  const program = ['playwright', 'test', ...files]
  if (files.length === 0) program.push('--pass-with-no-tests')
  return await runner('browser', speed, program, (report) => ({
    passed: report.stats.expected,
    failures: [
      ...report.suites.flatMap((suite) => failuresOfSuite(suite)),
      ...report.errors.map((error) => indented(error.message)),
    ],
  }))
}

/** Returns the failed tests of a suite in Playwright's report, including nested suites. */
function failuresOfSuite({ file, specs = [], suites = [] }) {
  const failed = specs.filter((spec) =>
    spec.tests.some(({ status }) => status === 'unexpected' || status === 'flaky'),
  )
  return [
    ...failed.map((spec) => {
      const error = spec.tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors))[0]
      return `${file} › ${spec.title}\n${indented(error?.message)}`
    }),
    ...suites.flatMap((suite) => failuresOfSuite(suite)),
  ]
}

/** Returns the first 12 lines of a message, indented. */
function indented(message = '') {
  return message
    .split('\n')
    .slice(0, 12)
    .map((line) => `    ${line}`)
    .join('\n')
}

/** Runs a test runner and reads its report; an aborted run counts as a failure. */
async function runner(name, speed, [program, ...programArgs], read) {
  const report = join(RESULTS, speed === 'slow' ? `${name}-slow.json` : `${name}.json`)
  rmSync(report, { force: true })
  const code = await run(program, programArgs, { TEST_REPORT: report, TEST_SPEED: speed })
  const { passed, failures } = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failures: [] }
  if (code !== 0 && failures.length === 0) failures.push(`${program} exited with code ${code}`)
  return { passed, failed: failures.length, failures }
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
