/** A request that is sent again and again; plain data, for it travels to the load generator's process. */
export interface PlannedRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
  /** More headers, one set after the other: so that not everybody is the same person. */
  headersInTurn?: readonly Record<string, string>[]
  /** Keeps `result.data.code` of the answer, or the code in the address that it leads to; puts it at the end of what is sent next. */
  code?: 'from answer' | 'from redirect' | 'to path' | 'to body'
}

/** One run of the load generator; each connection sends the requests in their order. */
export interface LoadPlan {
  url: string
  connections: number
  seconds: number
  requests: readonly PlannedRequest[]
  /** Requests a second of all connections together; without it as many as are answered. */
  rate?: number
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

/** Where somebody who runs beside the portal listens, and the database of its own. */
export interface BesideOrder {
  port: number
  databaseUrl: string
}

/** What oidc-provider is asked: session to code, code to token, and whether a token is alive. */
export interface OidcRequests {
  authorize: PlannedRequest
  exchange: PlannedRequest
  introspect: PlannedRequest
}
