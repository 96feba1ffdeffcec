/** Values by attribute name. They must not contain personal data or secrets (decision 88). */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

/** Describes a span that begins now. */
export interface SpanStart {
  name: string
  /** `server` for a request, `client` for work that another program does, `internal` (the default) for our own. */
  kind?: 'server' | 'client' | 'internal'
  /** Whether the span begins a new trace. Otherwise it is a child of the current span. */
  root?: boolean
  /** Time at which the span began (`performance.now()`). Default: now. */
  began?: number
  attributes?: Attributes
}

/** A step of a trace that is recorded until `end` is called. */
export interface Span {
  readonly traceId: string
  /** Identifies the span, in the format of the header `traceparent` (W3C Trace Context). */
  readonly parent: string
  set(attributes: Attributes): void
  rename(name: string): void
  /** Records that another span, identified by its `parent`, caused this one. */
  link(parent: string): void
  /** Marks the span as failed. Only the type of the error is recorded, since a message may contain personal data. */
  fail(error: unknown): void
  end(): void
}

export interface Tracer {
  /**
   * Starts a span. Returns undefined for a child if there is no current span, and for a root if the trace is not sampled,
   * so that its children are not recorded either.
   */
  start(start: SpanStart): Span | undefined
  /** Runs the work with this span as the current one; with undefined, outside of every trace. */
  within<T>(span: Span | undefined, work: () => T): T
  /** The current span. */
  current(): Span | undefined
}

/** The tracer of this process; undefined unless tracing is enabled. */
export let tracer: Tracer | undefined

/** Enables tracing, or disables it if the tracer is undefined. */
export function setTracer(given: Tracer | undefined): void {
  tracer = given
}

/** Runs the work in a span. Calls it directly if the span is not recorded. */
export function traced<T>(
  start: SpanStart,
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = tracer?.start(start)
  return tracer && span ? recorded(tracer, span, work) : work(undefined)
}

async function recorded<T>(
  enabled: Tracer,
  span: Span,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  try {
    return await enabled.within(span, () => work(span))
  } catch (error) {
    span.fail(error)
    throw error
  } finally {
    span.end()
  }
}

/** Runs work of the server itself, which the current request only triggered, outside of the request's trace. */
export const untraced = <T>(work: () => T): T => (tracer ? tracer.within(undefined, work) : work())
