import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** Origin of the test's client. No server listens there. */
export const client = 'http://localhost:9'
export const callback = `${client}/api/federated/callback`

/** The provider in a process of its own, as in the demo. */
export interface Started {
  process: ChildProcess
  /** Output of the process. */
  output: string
}

export function start(at: string, env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PORT: new URL(at).port,
      ISSUER: at,
      CLIENT_ID: 'portaria',
      CLIENT_SECRET: 'segredo',
      REDIRECT_URIS: callback,
      POST_LOGOUT_REDIRECT_URIS: `${client}/auth`,
      ...env,
    },
  })
  const started = { process: child, output: '' }
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (started.output += String(chunk)))
  return started
}

/** Polls until the provider responds; throws if the process ends. */
export async function waitUntilReady({ process: child }: Started, at: string): Promise<void> {
  while (child.exitCode === null) {
    const response = await fetch(`${at}/.well-known/openid-configuration`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('The identity provider did not start.')
}
