/** Load generator, in a process of its own so that it does not block the event loop of the measured server. */
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

async function run({ url, connections, seconds, requests, rate }: LoadPlan): Promise<LoadResult> {
  const result = await autocannon({
    url,
    connections,
    pipelining: 1,
    duration: seconds,
    sampleInt: 100,
    requests: requests.map(toAutocannon),
    // Long timeout, so that slow responses on a busy machine are not counted as errors.
    timeout: 60,
    ...(rate && { overallRate: rate }),
  })
  // Redirects count as successes. A redirect without a code makes the next request fail.
  const led = requests.some(({ code }) => code === 'from redirect') ? result['3xx'] : 0
  const bad = result.non2xx - led + result.errors + result.timeouts + result.resets
  return { good: result['2xx'] + led, bad, seconds: result.duration }
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
  if (code === 'from answer' || code === 'from redirect') {
    return {
      ...request,
      onResponse: (status, body, context, headers) => {
        if (code === 'from redirect') context.code = codeOf(headers)
        else if (status === 200) context.code = codeIn(body)
      },
    }
  }
  if (code === undefined) return request
  const end = code === 'to path' ? 'path' : 'body'
  return {
    ...request,
    setupRequest: (prepared, context) => ({
      ...prepared,
      [end]: `${request[end]}${context.code ?? 'none'}`,
    }),
  }
}

function codeIn(body: string): string {
  const answer = JSON.parse(body) as { result: { data: { code: string } } }
  return answer.result.data.code
}

function codeOf(headers: Record<string, string>): string | undefined {
  const address = headers['location'] ?? headers['Location']
  return address === undefined
    ? undefined
    : (new URL(address).searchParams.get('code') ?? undefined)
}
