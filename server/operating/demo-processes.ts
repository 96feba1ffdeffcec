import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { exampleModuleId } from '../../database/demo/demo-modules.ts'
import type { Config } from '../config.ts'
import type { Db } from '../database/database.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { productFolder } from '../shared/product-folder.ts'
import { ensureModuleSecret } from '../catalogue/module-secrets.ts'

type Stop = () => Promise<unknown>

export function exampleModuleUrl(config: Config): string {
  return `http://localhost:${config.exampleModulePort}`
}

/** Starts the example module as a separate process, like any module. Its secret is created as in the console. */
export async function startExampleModule(
  config: Config,
  { db, keyring }: { db: Db; keyring: Keyring },
): Promise<Stop> {
  const secret = await ensureModuleSecret(db, keyring, exampleModuleId)
  return startExample('module', config.exampleModulePort, 'EXAMPLE_MODULE_PORT', {
    PORTARIA_URL: config.publicUrl,
    MODULE_ID: String(exampleModuleId),
    MODULE_SECRET: secret,
  })
}

/**
 * Returns the configuration of the example identity provider. The provider and this server share a secret that lasts
 * until they end.
 */
export function exampleFederation(config: Config): NonNullable<Config['federation']> {
  return {
    issuer: `http://localhost:${config.exampleIdpPort}`,
    clientId: 'portaria',
    clientSecret: randomBytes(32).toString('base64url'),
  }
}

export function startExampleProvider(
  config: Config,
  federation: NonNullable<Config['federation']>,
): Stop {
  return startExample('identity-provider', config.exampleIdpPort, 'EXAMPLE_IDP_PORT', {
    ISSUER: federation.issuer,
    CLIENT_ID: federation.clientId,
    CLIENT_SECRET: federation.clientSecret,
    REDIRECT_URIS: `${config.publicUrl}/api/federated/callback`,
    POST_LOGOUT_REDIRECT_URIS: `${config.publicUrl}/auth`,
  })
}

function startExample(
  name: string,
  port: number,
  portName: string,
  env: Record<string, string>,
): Stop {
  const child = spawn(process.execPath, [join(productFolder, 'examples', name, 'main.ts')], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, PORT: String(port), ...env },
  })
  child.on('error', (error) =>
    console.error(`examples/${name} could not be started, or not be stopped: ${error.message}`),
  )
  child.on('exit', (code) => {
    if (code)
      console.error(`examples/${name} stopped with code ${code}; its port is ${portName}=${port}.`)
  })
  return () => stopChild(child)
}

async function stopChild(child: ChildProcess): Promise<void> {
  // A process that could not be started has no pid.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  await exited
}
