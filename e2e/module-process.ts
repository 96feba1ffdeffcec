import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test as base } from './console.ts'
import { findFreePort } from '../test/testing/free-port.ts'
import type { Named } from './world.ts'

export { expect } from './console.ts'

interface ModuleParts {
  /**
   * Runs the example module with this port, id and secret until the test ends. The team of a module would run it in the
   * same way.
   */
  startModule: (of: { port: number; id: number | string; secret: string }) => Promise<void>
  /** Creates a module for the test and runs it. */
  addRunningModule: () => Promise<Named & { service: Named }>
}

/** Test with fixtures that run modules. */
export const test = base.extend<ModuleParts>({
  startModule: async ({ portaria }, use) => {
    const running: ChildProcess[] = []
    await use(async ({ port, id, secret }) => {
      running.push(
        spawn(process.execPath, [join(import.meta.dirname, '../examples/module/main.ts')], {
          env: {
            ...process.env,
            PORT: String(port),
            PORTARIA_URL: portaria.url,
            MODULE_ID: String(id),
            MODULE_SECRET: secret,
          },
          stdio: 'inherit',
        }),
      )
      await expect.poll(() => statusOf(`http://localhost:${port}/`)).toBe(401)
    })
    await Promise.all(running.map(stop))
  },
  addRunningModule: async ({ world, startModule }, use) => {
    await use(async () => {
      const port = await findFreePort()
      const module = await world.module({ protocol: 'http://', url: `localhost:${port}` })
      const secret = await world.build.moduleSecret(module.id, 1)
      await startModule({ port, id: module.id, secret })
      return module
    })
  },
})

/** Returns the status code of the address; 0 while no server listens. */
async function statusOf(address: string): Promise<number> {
  return fetch(address).then(
    ({ status }) => status,
    () => 0,
  )
}

async function stop(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return
  const exited = once(process, 'exit')
  process.kill('SIGTERM')
  await exited
}
