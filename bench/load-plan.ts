/** A request that is sent again and again; plain data, for it travels to the load generator's process. */
export interface PlannedRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
  /** More headers, one set after the other: so that not everybody is the same person. */
  headersInTurn?: readonly Record<string, string>[]
  /** `keep`: remembers `result.data.code` of the answer; `append`: puts it at the end of the path. */
  code?: 'keep' | 'append'
}

/** One run of the load generator; each connection sends the requests in their order. */
export interface LoadPlan {
  url: string
  connections: number
  seconds: number
  requests: readonly PlannedRequest[]
}

/** Good answers, everything that was not one, and the seconds it took. */
export interface LoadResult {
  good: number
  bad: number
  seconds: number
}

/** A route of the bare server beside: it answers this, whatever it is sent. */
export interface BareRoute {
  method: 'GET' | 'POST'
  path: string
  answer: unknown
}
