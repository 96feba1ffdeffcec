/** A request of the drill, with times of `performance.now()`. */
export interface LoggedRequest {
  kind: 'read' | 'write'
  path: string
  start: number
  end: number
  /** Undefined without a response: the connection failed, or there was none within the client's limit. */
  status: number | undefined
  /** Status and beginning of the response, or the error, if the request failed. */
  failure?: string
}

/** A write with a unique key that the product has confirmed. */
export interface AcknowledgedWrite {
  table: 'tokens' | 'services'
  key: string
  at: number
}

/** Everything that the clients sent and received. */
export class RequestLog {
  readonly requests: LoggedRequest[] = []
  readonly acknowledged: AcknowledgedWrite[] = []

  between(start: number, end: number): LoggedRequest[] {
    return this.requests.filter((request) => request.start >= start && request.start < end)
  }
}

export const succeeded = ({ status = 0 }: LoggedRequest): boolean => status >= 200 && status < 400

/**
 * Returns the longest time in milliseconds in which no request of a kind succeeded, of all clients together.
 */
export function longestInterruption(
  requests: readonly LoggedRequest[],
  kind: LoggedRequest['kind'],
): number {
  const ends = requests
    .filter((request) => request.kind === kind && succeeded(request))
    .map(({ end }) => end)
    .toSorted((a, b) => a - b)
  const first = Math.min(...requests.map(({ start }) => start))
  return Math.max(...ends.map((end, at) => end - (ends[at - 1] ?? first)))
}

/** Returns a quantile of the durations of successful requests of a kind, in milliseconds. */
export function durationAt(
  quantile: number,
  requests: readonly LoggedRequest[],
  kind: LoggedRequest['kind'],
): number {
  const sorted = requests
    .filter((request) => request.kind === kind && succeeded(request))
    .map(({ start, end }) => end - start)
    .toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(quantile * sorted.length))] ?? NaN
}
