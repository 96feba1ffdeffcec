import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { PROGRAMS, projectEnv, ROOT } from './ensure-installed.mjs'

const types = (project) => ({ name: `types of ${project}`, command: ['tsc', '-p', project] })

/** Checks of `npm run check`, independent of each other. */
export const CHECKS = [
  types('tsconfig.json'),
  types('contract/tsconfig.json'),
  types('web/tsconfig.json'),
  types('e2e/tsconfig.json'),
  { name: 'lint', command: ['oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'format (npm run format)', command: ['oxfmt', '--check', '.'] },
  { name: 'unused code', command: ['knip', '--no-progress'] },
  { name: 'imports between modules', command: ['node', 'scripts/check-layers.mjs'] },
  { name: 'licences', command: ['node', 'scripts/check-licences.mjs'] },
  { name: 'references to the specification', command: ['node', 'scripts/check-references.mjs'] },
]

/** Environment for compiler and linter, which are Go programs. Rarer garbage collection makes them a third faster. */
const goEnvironment = { GOGC: '300' }

/** Runs one check and prints a line, with its output on failure. Resolves to whether it passed. */
export function runCheck({ name, command: [program, ...args] }) {
  return new Promise((resolve) => {
    const started = Date.now()
    const child = spawn(join(PROGRAMS, program), args, {
      cwd: ROOT,
      env: { ...goEnvironment, ...projectEnv() },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    const keep = (chunk) => (output += chunk)
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    const finish = (passed) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1)
      console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds} s)`)
      if (!passed) console.log(output.trim())
      resolve(passed)
    }
    child.on('error', (error) => {
      output += error.message
      finish(false)
    })
    child.on('close', (code) => finish(code === 0))
  })
}
