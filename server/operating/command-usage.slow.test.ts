/** `--help` and unknown arguments of the commands for operators. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

const root = join(import.meta.dirname, '../..')
const commands = [
  'backup',
  'restore',
  'keys',
  'doctor',
  'audit:verify',
  'audit:prove',
  'audit:export',
  'delegation:review',
  'administrator:recover',
] as const

/** Runs the command without the environment of a server, so that it fails if it does more than print its usage. */
function run(command: (typeof commands)[number], ...args: string[]) {
  const [, script = ''] = manifest.scripts[command].split(' ')
  const options = { cwd: root, env: { DATA_DIR: join(root, 'missing'), DATABASE_URL: 'none' } }
  return new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
    const child = execFile(process.execPath, [script, ...args], options, (_, out, err) =>
      resolve({ code: child.exitCode, out, err }),
    )
  })
}

describe.each(commands)('npm run %s', (command) => {
  test('prints its usage with --help', async () => {
    const { code, out, err } = await run(command, '--help')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(new RegExp(`^Usage: npm run ${command}\\b`))
  })

  test('refuses an unknown argument with its usage', async () => {
    const { code, out, err } = await run(command, '--unknown')
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).toMatch(
      new RegExp(`^Unknown option '--unknown'.*\\n\\nUsage: npm run ${command}\\b`),
    )
    expect(err).not.toMatch(/^\s+at /m)
  })
})

test.each([
  ['backup'],
  ['restore'],
  ['restore', 'folder', '--end-sessions'],
  ['keys', 'retire'],
  ['audit:prove', 'x'],
  ['audit:export'],
  ['administrator:recover'],
] as const)('%s %s %s is refused with the usage', async (command, ...args) => {
  const { code, err } = await run(command, ...args)
  expect(code).toBe(2)
  expect(err).toMatch(new RegExp(`^Usage: npm run ${command}\\b`))
})
