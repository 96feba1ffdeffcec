import { findFreePort } from '../test/testing/free-port.ts'
import type { OidcRequests } from './load-plan.ts'
import { loadOn } from './measures.ts'
import { startBare } from './start-bare.ts'
import { makeDatabase, type Stage } from './stage.ts'
import type { Row } from './table.ts'

const rounds = { count: 3, seconds: 3, warmUp: 2, settle: 0.3 }

/**
 * Compares issue and exchange of codes and validation of tokens with the same steps of oidc-provider on the same
 * PostgreSQL.
 */
export async function compareCodes(stage: Stage): Promise<Row[]> {
  const { portal, generator, compare, requests } = stage
  const { issue, exchange, validate } = requests
  const codes = loadOn(generator, portal.url, [issue, exchange])
  const validation = loadOn(generator, portal.url, [validate])
  const bareUrl = await startBare(stage, [issue, exchange])
  const port = await findFreePort()
  const databaseUrl = await makeDatabase(portal, 'oidc_provider')
  const provider = stage.worker(import.meta.resolve('./oidc-beside.ts'))
  const theirs = await provider.ask<OidcRequests>({ port, databaseUrl })
  const url = `http://127.0.0.1:${port}`
  const rows: Row[] = [
    {
      measure: 'code issue + exchange / oidc-provider',
      ...(await compare(
        { ours: codes, beside: loadOn(generator, url, [theirs.authorize, theirs.exchange]) },
        rounds,
      )),
      aim: 2,
    },
    {
      measure: 'code issue + exchange / bare Fastify',
      ...(await compare(
        { ours: codes, beside: loadOn(generator, bareUrl, [issue, exchange]) },
        rounds,
      )),
    },
    {
      measure: 'token validation / oidc-provider',
      ...(await compare(
        { ours: validation, beside: loadOn(generator, url, [theirs.introspect]) },
        rounds,
      )),
    },
  ]
  await provider.stop()
  return rows
}
