/**
 * Checks the sandbox of the parser process: even if a malicious file executes code, that code can do nothing that the
 * flags forbid.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { productFolder } from '../../shared/product-folder.ts'
import { readerOptions } from './file-reader.ts'

/** Returns the output of a one-line program in a process with the parser's flags. */
async function run(program: string): Promise<string> {
  const child = spawn(process.execPath, [...readerOptions, '--input-type=module', '-e', program], {
    env: {},
  })
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return out + error
}

test('a harmless program runs, so the refusals below are not failures to start', async () => {
  expect(await run(`console.log('here')`)).toBe('here\n')
})

test.each([
  [
    'starts a thread, which would have no limits',
    `const { Worker } = process.getBuiltinModule('node:worker_threads')
    const code = 'console.log(require("node:fs").readFileSync("/etc/passwd", "utf8"), "escaped")'
    new Worker(code, { eval: true, execArgv: [] })`,
  ],
  [
    'reads the environment of the server',
    `console.log(fs.readFileSync('/proc/' + process.ppid + '/environ', 'utf8'), 'escaped')`,
  ],
  ['reads another folder', `console.log(fs.readFileSync('/etc/passwd', 'utf8'), 'escaped')`],
  [
    'reads the source code of the server',
    `console.log(fs.readFileSync(${JSON.stringify(join(productFolder, 'server/config.ts'))}, 'utf8'), 'escaped')`,
  ],
  [
    'lists the product folder',
    `console.log(fs.readdirSync(${JSON.stringify(productFolder)}), 'escaped')`,
  ],
  ['writes', `fs.writeFileSync('/tmp/escaped', ''); console.log('escaped')`],
  [
    'starts a process',
    `process.getBuiltinModule('node:child_process').execFileSync('id'); console.log('escaped')`,
  ],
  ['opens a network connection', `await fetch('http://127.0.0.1:54321/')`],
])('a program that %s is refused', async (_, program) => {
  const output = await run(`const fs = process.getBuiltinModule('node:fs'); ${program}`)
  expect(output).toContain('ERR_ACCESS_DENIED')
  expect(output).not.toMatch(/^.*escaped$/m)
})
