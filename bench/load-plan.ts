/** A request to repeat. Plain data, because it is sent to the process of the load generator. */
export interface PlannedRequest {
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
  /** Additional headers, used in rotation, so that requests come from different users. */
  headersInTurn?: readonly Record<string, string>[]
  /**
   * Where the code comes from or goes to: store `result.data.code` of the response or the code of the redirect URL, or
   * append the stored code to the path or body.
   */
  code?: 'from answer' | 'from redirect' | 'to path' | 'to body'
}

/** One run of the load generator; each connection sends the requests in order. */
export interface LoadPlan {
  url: string
  connections: number
  seconds: number
  requests: readonly PlannedRequest[]
  /** Requests per second of all connections together; unlimited if absent. */
  rate?: number
}

/** Number of successful and failed responses, and the duration. */
export interface LoadResult {
  good: number
  bad: number
  seconds: number
}

/** A route of the bare server, which always returns `answer`. */
export interface BareRoute {
  method: 'GET' | 'POST'
  path: string
  answer: unknown
}

/** Port and database of a compared server. */
export interface BesideOrder {
  port: number
  databaseUrl: string
}

/** Requests for oidc-provider: session to code, code to token, and introspection of a token. */
export interface OidcRequests {
  authorize: PlannedRequest
  exchange: PlannedRequest
  introspect: PlannedRequest
}
