import { traced } from './trace.ts'

/**
 * Calls `fetch` in a span. The span names the service and its host, but not the URL, which may contain secrets. The trace
 * is not announced to the service (decision 88).
 */
export function tracedFetch(service: string, url: string, init: RequestInit): Promise<Response> {
  const { hostname, port } = new URL(url)
  const method = init.method ?? 'GET'
  return traced(
    {
      name: `${method} ${service}`,
      kind: 'client',
      attributes: {
        'http.request.method': method,
        'server.address': hostname,
        'server.port': port === '' ? undefined : Number(port),
      },
    },
    async (span) => {
      const response = await fetch(url, init)
      span?.set({ 'http.response.status_code': response.status })
      return response
    },
  )
}
