/** What a file could do that takes over the process that reads it: nothing that the flags of that process don't let. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { productFolder } from '../../shared/product-folder.ts'
import { readerOptions } from './file-reader.ts'

/** What a program of one line says, in a process like that which reads files. */
async function run(program: string): Promise<string> {
  const child = spawn(process.execPath, [...readerOptions, '--input-type=module', '-e', program], {
    env: {},
  })
  const [out, error] = await Promise.all([text(child.stdout), text(child.stderr)])
  return out + error
}

test('a program runs, so that what follows is refused and not broken', async () => {
  expect(await run(`console.log('here')`)).toBe('here\n')
})

test.each([
  [
    'begins a thread, which would have no bounds',
    `const { Worker } = process.getBuiltinModule('node:worker_threads')
    const code = 'console.log(require("node:fs").readFileSync("/etc/passwd", "utf8"), "escaped")'
    new Worker(code, { eval: true, execArgv: [] })`,
  ],
  [
    'reads what the server was started with',
    `console.log(fs.readFileSync('/proc/' + process.ppid + '/environ', 'utf8'), 'escaped')`,
  ],
  ['reads elsewhere', `console.log(fs.readFileSync('/etc/passwd', 'utf8'), 'escaped')`],
  [
    'reads the server’s own program',
    `console.log(fs.readFileSync(${JSON.stringify(join(productFolder, 'server/config.ts'))}, 'utf8'), 'escaped')`,
  ],
  [
    'reads what lies beside the program',
    `console.log(fs.readdirSync(${JSON.stringify(productFolder)}), 'escaped')`,
  ],
  ['writes', `fs.writeFileSync('/tmp/escaped', ''); console.log('escaped')`],
  [
    'starts a program',
    `process.getBuiltinModule('node:child_process').execFileSync('id'); console.log('escaped')`,
  ],
  ['asks another machine', `await fetch('http://127.0.0.1:54321/')`],
])('a program that %s is refused', async (_, program) => {
  const said = await run(`const fs = process.getBuiltinModule('node:fs'); ${program}`)
  expect(said).toContain('ERR_ACCESS_DENIED')
  expect(said).not.toMatch(/^.*escaped$/m)
})
