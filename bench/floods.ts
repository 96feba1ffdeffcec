import {
  administratorProfileId,
  auditorProfileId,
  supportProfileId,
} from '../contract/constants.ts'
import { associationId } from '../database/demo/demo-companies.ts'
import { demoPeople } from '../database/demo/demo-people.ts'
import { PortalClient } from '../test/testing/portal-client.ts'
import type { PlannedRequest } from './load-plan.ts'
import type { Stage } from './stage.ts'
import type { Portal } from './start-portal.ts'
import { withUnlimitedConnection } from './unlimited-connection.ts'

/** A flood of one client or network, and its name in the table. */
export interface Attack {
  name: string
  /** Requests that the connections send in turn. They may contain the placeholders of `Flood`. */
  requests: readonly PlannedRequest[]
  /** Request whose response the bare server copies. Default: the first of `requests`. */
  answered?: PlannedRequest
  connections: number
  pipelined?: number
  /** Loopback address of the client. Default: an address that no server trusts as a proxy. */
  from?: string
  /** Whether the flood competes with sign-ins, so that sign-ins of other users are measured too. */
  againstSignIns?: true
  /** Maximum number of refused sign-ins of other users. */
  maxRefused?: number
}

/** A plan of the demo that gives access to many users. */
const planId = 2

/** Returns all attacks in the order of the table. */
export async function prepareAttacks(stage: Stage): Promise<Attack[]> {
  const { portal } = stage
  const master = await enter(portal, demoPeople.master.email)
  const previews = await Promise.all(
    (await appointAdministrators(portal)).map(async (email) => preview(await enter(portal, email))),
  )
  const questions: PlannedRequest = { method: 'GET', path: '/api/secret-question', headers: {} }
  const myData: PlannedRequest = { method: 'GET', path: '/api/my-data', headers: master }
  return [
    ...[200, 1000, 3000].map((connections) => ({
      name: `${connections} connections`,
      requests: [questions],
      connections,
    })),
    { name: 'pipelining', requests: [questions], connections: 1, pipelined: 20_000 },
    { name: '1,000 calls of a user', requests: [myData], connections: 1000 },
    {
      ...signInsFrom(stage, '500 sign-ins, one /48', '2001:db8:aaaa:{network}::1'),
      maxRefused: 0,
    },
    signInsFrom(stage, '500 sign-ins, 256 /48', '2001:db8:{network}::1'),
    { name: '40 previews of a user', requests: previews.slice(0, 1), connections: 40 },
    { name: '300 previews of five users', requests: previews, connections: 300 },
  ]
}

/** Returns a flood of wrong sign-ins for nonexistent accounts, which fill the queue of password hashes. */
function signInsFrom({ requests: { signIn } }: Stage, name: string, address: string): Attack {
  return {
    name,
    requests: [
      {
        method: 'POST',
        path: signIn.path,
        headers: { authorization: 'Basic {account}', 'x-forwarded-for': address },
      },
    ],
    answered: { ...signIn, headers: { ...signIn.headersInTurn?.[0] } },
    connections: 500,
    // The portal trusts this address as a proxy.
    from: '127.0.0.1',
    againstSignIns: true,
  }
}

/** Returns the preview of deactivating a plan, which takes the locks of the write. */
const preview = (headers: Record<string, string>): PlannedRequest => ({
  method: 'POST',
  path: '/api/access-effect',
  headers: { ...headers, 'content-type': 'application/json' },
  body: JSON.stringify({
    operation: 'planUpdate',
    params: { id: String(planId) },
    body: { name: 'Plano de medida', active: false },
  }),
})

async function enter(portal: Portal, email: string): Promise<Record<string, string>> {
  const client = new PortalClient(portal.url)
  await client.enterConsole(await client.signIn(email))
  return client.headers
}

/** Gives the administrator's profile to the association's support staff and auditors. Returns their e-mails. */
function appointAdministrators({ ownerUrl }: Portal): Promise<string[]> {
  return withUnlimitedConnection(ownerUrl, async (db) => {
    const appointed = await db
      .updateTable('user_profiles')
      .set({ profile_id: administratorProfileId })
      .where('company_id', '=', associationId)
      .where('profile_id', 'in', [supportProfileId, auditorProfileId])
      .returning('user_id')
      .execute()
    const ids = appointed.map(({ user_id: id }) => id)
    const users = await db.selectFrom('users').select('email').where('id', 'in', ids).execute()
    return users.map(({ email }) => email)
  })
}
