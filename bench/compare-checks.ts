import { findFreePort } from '../test/testing/free-port.ts'
import type { PlannedRequest } from './load-plan.ts'
import { loadOn } from './measures.ts'
import { startBare } from './start-bare.ts'
import { makeDatabase, type Stage } from './stage.ts'
import type { Row } from './table.ts'

const rounds = { count: 5, seconds: 3, warmUp: 3, settle: 0.1 }

/** Compares the permission check with bare Fastify and with better-auth's session check. */
export async function compareChecks(stage: Stage): Promise<Row[]> {
  const { portal, generator, compare, requests } = stage
  const ours = loadOn(generator, portal.url, [requests.check])
  const bare = loadOn(generator, await startBare(stage, [requests.check]), [requests.check])
  const rows: Row[] = [
    {
      measure: 'permission check / bare Fastify',
      ...(await compare({ ours, beside: bare }, rounds)),
      aim: 0.75,
    },
  ]
  for (const [cookieCache, name] of [
    [false, 'better_auth'],
    [true, 'better_auth_cookie'],
  ] as const) {
    const port = await findFreePort()
    const order = { port, databaseUrl: await makeDatabase(portal, name), cookieCache }
    const besides = stage.worker(import.meta.resolve('./better-auth-beside.ts'))
    const session = await besides.ask<PlannedRequest>(order)
    const beside = loadOn(generator, `http://127.0.0.1:${port}`, [session])
    const compared = await compare({ ours, beside }, { ...rounds, count: 3 })
    await besides.stop()
    rows.push({
      measure: `permission check / better-auth${cookieCache ? ', cookie cache' : ' session'}`,
      ...compared,
    })
  }
  return rows
}
