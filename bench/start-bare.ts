import { findFreePort } from '../test/testing/free-port.ts'
import type { BareRoute, PlannedRequest } from './load-plan.ts'
import type { Stage } from './stage.ts'

/** Sends each request to the portal once, starts a bare server with the same responses, and returns its URL. */
export async function startBare(
  { portal, worker }: Stage,
  requests: readonly PlannedRequest[],
): Promise<string> {
  const routes: BareRoute[] = []
  let code = ''
  for (const request of requests) {
    const path = request.code === 'to path' ? request.path + code : request.path
    const answer = await ask(portal.url, { ...request, path })
    if (request.code === 'from answer')
      ({ code } = (answer as { result: { data: { code: string } } }).result.data)
    routes.push({ method: request.method, path: request.path.split('?')[0] ?? '', answer })
  }
  const port = await findFreePort()
  await worker(import.meta.resolve('./bare.ts')).ask({ port, routes })
  return `http://127.0.0.1:${port}`
}

async function ask(url: string, { method, path, headers, body }: PlannedRequest): Promise<unknown> {
  const response = await fetch(url + path, { method, headers, ...(body && { body }) })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${path.split('?')[0]} returned ${JSON.stringify(answer)}`)
  return answer
}
