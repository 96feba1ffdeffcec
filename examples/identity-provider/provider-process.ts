import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

/** The client that a test stands in for; nobody listens there. */
export const client = 'http://localhost:9'
export const callback = `${client}/api/federated/callback`

/** The provider as a process of its own, as the demo starts it. */
export interface Started {
  process: ChildProcess
  /** Everything it said on the terminal. */
  said: string
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
  const started = { process: child, said: '' }
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk) => (started.said += String(chunk)))
  return started
}

/** Asks until somebody answers, or the process is gone. */
export async function answering({ process: child }: Started, at: string): Promise<void> {
  while (child.exitCode === null) {
    const response = await fetch(`${at}/.well-known/openid-configuration`).catch(() => undefined)
    if (response?.ok) return
    await new Promise((resolve) => setImmediate(resolve))
  }
  throw new Error('The identity provider did not start.')
}
