/** The load generator, in a process of its own so that it takes nothing from what it measures. */
import autocannon, { type Request } from 'autocannon'
import type { LoadPlan, LoadResult, PlannedRequest } from './load-plan.ts'

process.on('message', (plan: LoadPlan) => {
  run(plan).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      console.error(error)
      process.exit(1)
    },
  )
})
process.on('disconnect', () => process.exit())

async function run({ url, connections, seconds, requests }: LoadPlan): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections,
    pipelining: 1,
    duration: seconds,
    sampleInt: 100,
    requests: requests.map(toAutocannon),
    // Long, so that a busy machine is slow and not wrong.
    timeout: 60,
  })
  const bad = result.non2xx + result.errors + result.timeouts + result.resets
  return { good: result['2xx'], bad, seconds: result.duration }
}

function toAutocannon({ headersInTurn, code, ...request }: PlannedRequest): Request {
  if (headersInTurn) {
    let turn = 0
    return {
      ...request,
      setupRequest: (prepared) => ({
        ...prepared,
        headers: { ...request.headers, ...headersInTurn[turn++ % headersInTurn.length] },
      }),
    }
  }
  if (code === 'keep') {
    return {
      ...request,
      onResponse: (status, body, context) => {
        if (status === 200) context.code = codeIn(body)
      },
    }
  }
  if (code === 'append') {
    return {
      ...request,
      setupRequest: (prepared, context) => ({
        ...prepared,
        path: `${request.path}${context.code ?? 'none'}`,
      }),
    }
  }
  return request
}

function codeIn(body: string): string {
  const answer = JSON.parse(body) as { result: { data: { code: string } } }
  return answer.result.data.code
}
