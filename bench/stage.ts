import { exampleModuleId } from '../database/demo/demo-modules.ts'
import { demoPeople } from '../database/demo/demo-people.ts'
import { onOneConnection } from '../server/database/one-connection.ts'
import { ensureModuleSecret } from '../server/catalogue/module-secrets.ts'
import { basic, demoPassword, PortalClient } from '../test/testing/portal-client.ts'
import { fillFunctions } from './fill-functions.ts'
import type { PlannedRequest } from './load-plan.ts'
import { type Compare, compare, compareBriefly } from './measures.ts'
import { withUnlimitedConnection } from './unlimited-connection.ts'
import { startWorker, type Worker } from './processes.ts'
import type { Undo } from './run-bench.ts'
import { type Portal, startPortal } from './start-portal.ts'

/** Shared setup of the comparisons: a portal, prepared requests, and the load generator. */
export interface Stage {
  undo: Undo
  portal: Portal
  generator: Worker
  compare: Compare
  /** Whether to check only that everything works. */
  brief: boolean
  requests: PortalRequests
  /** Starts a worker, which is stopped at the end of the bench. */
  worker: (address: string) => Worker
}

interface PortalRequests {
  check: PlannedRequest
  issue: PlannedRequest
  exchange: PlannedRequest
  validate: PlannedRequest
  signIn: PlannedRequest
  functions: (moduleId: number, search: string) => PlannedRequest
}

const json = { 'content-type': 'application/json' }

/** Starts the portal and the load generator, and signs in the users. */
export async function setUpStage(undo: Undo, brief: boolean): Promise<Stage> {
  const portal = await startPortal(undo)
  const worker = (address: string): Worker => {
    const started = startWorker(address)
    undo.push(() => started.stop())
    return started
  }
  const generator = worker(import.meta.resolve('./load.ts'))
  return {
    undo,
    portal,
    generator,
    compare: brief ? compareBriefly : compare,
    brief,
    requests: await requestsTo(portal),
    worker,
  }
}

/** Creates a database on the portal's server for a compared server, and returns its URL. */
export async function makeDatabase({ ownerUrl }: Portal, name: string): Promise<string> {
  await onOneConnection(ownerUrl, (client) => client.query(`create database ${name}`))
  return Object.assign(new URL(ownerUrl), { pathname: name }).href
}

async function requestsTo(portal: Portal): Promise<PortalRequests> {
  const { exampleSecret, emails } = await readDatabase(portal)
  const administrator = new PortalClient(portal.url)
  const entered = await administrator.enterConsole(
    await administrator.signIn(demoPeople.administrator.email),
  )
  // The operator may enter the example module, the administrator may not.
  const operator = new PortalClient(portal.url)
  const initialToken = await operator.signIn(demoPeople.operator.email)
  await operator.enterConsole(initialToken)
  return {
    check: {
      method: 'POST',
      path: '/api/user/valid',
      headers: { ...json, ...administrator.headers },
      body: JSON.stringify({ environment: 'front', path: '/user-list', method: 'GET' }),
    },
    issue: {
      method: 'POST',
      path: '/api/user-local/code',
      headers: { ...json, ...operator.headers },
      body: JSON.stringify(await operator.destination(exampleModuleId, initialToken)),
      code: 'from answer',
    },
    exchange: {
      method: 'GET',
      path: '/api/user-local/token?code=',
      headers: basic(String(exampleModuleId), exampleSecret),
      code: 'to path',
    },
    validate: {
      method: 'POST',
      path: '/api/user/token-validate',
      headers: { ...json, ...administrator.headers },
      body: JSON.stringify({ access_token: entered.access_token }),
    },
    signIn: {
      method: 'POST',
      path: '/api/auth-local',
      headers: {},
      headersInTurn: emails.map((email) => basic(email, demoPassword)),
    },
    functions: (moduleId, search) => ({
      method: 'GET',
      path: `/api/function?module_id=${moduleId}&search=${search}`,
      headers: administrator.headers,
    }),
  }
}

/** Fills the lists and reads the secret of the example module and the e-mails of users who may sign in. */
function readDatabase({ ownerUrl, keyring }: Portal) {
  return withUnlimitedConnection(ownerUrl, async (db) => {
    await fillFunctions(db)
    const exampleSecret = await ensureModuleSecret(db, keyring, exampleModuleId)
    const users = await db
      .selectFrom('users')
      .innerJoin('passwords', 'passwords.user_id', 'users.id')
      .select('users.email')
      .where('users.active', '=', true)
      .where('users.suspended', '=', false)
      .where('passwords.superseded_at', 'is', null)
      .where('passwords.temporary', '=', false)
      .execute()
    return { exampleSecret, emails: users.map(({ email }) => email) }
  })
}
