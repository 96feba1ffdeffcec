/** The part of autocannon's API that load.ts uses; the package has no types. */
declare module 'autocannon' {
  export interface Context {
    code?: string | undefined
  }

  export interface Request {
    method: string
    path: string
    headers: Record<string, string>
    body?: string
    setupRequest?: (request: Request, context: Context) => Request
    onResponse?: (
      status: number,
      body: string,
      context: Context,
      headers: Record<string, string>,
    ) => void
  }

  export interface Options {
    url: string
    connections: number
    pipelining: number
    duration: number
    /** Milliseconds between samples. A run ends at a sample. */
    sampleInt: number
    /** Seconds after which a request counts as failed. */
    timeout: number
    requests: Request[]
    /** Requests per second of all connections together. */
    overallRate?: number
  }

  export interface Result {
    '2xx': number
    '3xx': number
    non2xx: number
    errors: number
    timeouts: number
    resets: number
    /** Actual duration of the run in seconds. */
    duration: number
  }

  export default function autocannon(options: Options): Promise<Result>
}
