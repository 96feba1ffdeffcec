import { AsyncLocalStorage } from 'node:async_hooks'
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as expire } from 'node:timers/promises'
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span as SdkSpan,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer as SdkTracer,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import {
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { TracingConfig } from '../config-tracing.ts'
import { reasonOf } from '../database/database-unavailable.ts'
import { minutes, seconds } from '../shared/clock.ts'
import {
  type Attributes,
  setTracer,
  type Span,
  type SpanStart,
  type Tracer,
} from '../shared/trace.ts'
import { version } from '../shared/version.ts'

// The only file that imports the packages of OpenTelemetry. start.ts imports it if tracing is enabled.

/** Maximum number of spans that wait for delivery. Further ones are dropped. */
const maxWaiting = 2048
/** Maximum number of spans per delivery, and of deliveries at the same time. Both together hold all waiting spans. */
const maxPerDelivery = 512
const maxDeliveries = 5
/** Maximum time in milliseconds for delivering the last spans when the process stops. */
const flushLimit = 1000
/** Minimum time between two warnings. */
const warnEvery = minutes(1)

/** Enables tracing. The returned function delivers the last spans and disables it. */
export function startTracing(config: TracingConfig, log: Logger): () => Promise<void> {
  const warn = warnSometimes(log)
  const silent = (): void => undefined
  // The SDK reports dropped spans here, and failed deliveries as errors, which the exporter below reports.
  diag.setLogger(
    { warn: (reason) => warn(reason), error: silent, info: silent, debug: silent, verbose: silent },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  )
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.instance.id': randomUUID() })
      .merge(detectResources({ detectors: [resourceAttributesEnvDetector] }))
      .merge(
        resourceFromAttributes({ 'service.name': config.serviceName, 'service.version': version }),
      ),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new WatchedExporter(config, warn),
        maxQueueSize: maxWaiting,
        maxExportBatchSize: maxPerDelivery,
        scheduledDelayMillis: seconds(1),
      }),
    ],
  })
  setTracer(new OpenTelemetry(provider.getTracer('portaria', version), config.sampledShare))
  return async () => {
    setTracer(undefined)
    await Promise.race([
      provider.shutdown().catch(silent),
      expire(flushLimit, undefined, { ref: false }),
    ])
    diag.disable()
  }
}

/** Delivers no spans, to find out whether the collector accepts deliveries. Throws the reason if it does not. */
export function tryDelivery(config: TracingConfig, timeout: number): Promise<void> {
  const exporter = new OTLPTraceExporter({ ...deliveryOf(config), timeoutMillis: timeout })
  return new Promise((resolve, reject) => {
    exporter.export([], ({ error }) => (error ? reject(error) : resolve()))
  })
}

/** The exporter itself reads the variables for headers and certificates (docs/operating.md, "Tracing"). */
const deliveryOf = ({ url, timeout, compression }: TracingConfig) => ({
  url,
  timeoutMillis: timeout,
  // The package does not export its enumeration of these two values.
  compression: compression as never,
  concurrencyLimit: maxDeliveries,
})

/** Reports failed deliveries, which the SDK would report for each of them. */
class WatchedExporter extends OTLPTraceExporter {
  readonly #warn: (reason: string, spans: number) => void

  constructor(config: TracingConfig, warn: (reason: string, spans: number) => void) {
    super(deliveryOf(config))
    this.#warn = warn
  }

  override export(...[spans, report]: Parameters<OTLPTraceExporter['export']>): void {
    super.export(spans, (result) => {
      if (result.error) this.#warn(reasonOf(result.error), spans.length)
      report(result)
    })
  }
}

/** Returns a function that logs at most one warning per interval, with the number of spans lost since the last one. */
function warnSometimes(log: Logger): (reason: string, spans?: number) => void {
  let next = 0
  let lost = 0
  return (reason, spans = 0) => {
    lost += spans
    if (performance.now() < next) return
    next = performance.now() + warnEvery
    log.warn({ reason, spans: lost }, 'traces are not delivered')
    lost = 0
  }
}

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }

class OpenTelemetry implements Tracer {
  readonly #sdk: SdkTracer
  /** Decides about roots here instead of in a sampler of the SDK, which would first create the span. */
  readonly #sampledShare: number
  readonly #current = new AsyncLocalStorage<RecordedSpan | undefined>()

  constructor(sdk: SdkTracer, sampledShare: number) {
    this.#sdk = sdk
    this.#sampledShare = sampledShare
  }

  start({ name, kind = 'internal', root, began, attributes }: SpanStart): Span | undefined {
    const parent = root ? undefined : this.current()
    if (root ? randomInt(2 ** 32) >= this.#sampledShare * 2 ** 32 : !parent) return undefined
    const context = parent ? trace.setSpan(ROOT_CONTEXT, parent.sdk) : ROOT_CONTEXT
    const span = this.#sdk.startSpan(
      name,
      {
        kind: kinds[kind],
        ...(began !== undefined && { startTime: began }),
        ...(attributes && { attributes: { ...attributes } }),
      },
      context,
    )
    return new RecordedSpan(span)
  }

  readonly within = <T>(span: Span | undefined, work: () => T): T =>
    this.#current.run(span instanceof RecordedSpan ? span : undefined, work)

  current(): RecordedSpan | undefined {
    return this.#current.getStore()
  }
}

class RecordedSpan implements Span {
  readonly sdk: SdkSpan

  constructor(sdk: SdkSpan) {
    this.sdk = sdk
  }

  get traceId(): string {
    return this.sdk.spanContext().traceId
  }

  get parent(): string {
    const { traceId, spanId } = this.sdk.spanContext()
    return `00-${traceId}-${spanId}-01`
  }

  set(attributes: Attributes): void {
    for (const [name, value] of Object.entries(attributes))
      if (value !== undefined) this.sdk.setAttribute(name, value)
  }

  rename(name: string): void {
    this.sdk.updateName(name)
  }

  link(parent: string): void {
    const [, traceId, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(parent) ?? []
    if (traceId !== undefined && spanId !== undefined)
      this.sdk.addLink({ context: { traceId, spanId, traceFlags: 1, isRemote: true } })
  }

  fail(error: unknown): void {
    this.sdk.setAttribute('error.type', typeOf(error))
    this.sdk.setStatus({ code: SpanStatusCode.ERROR })
  }

  end(): void {
    this.sdk.end()
  }
}

/** Returns the code of an error, such as an SQLSTATE, or its name. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === 'string' ? error : 'unknown'
  const code = 'code' in error ? error.code : undefined
  return typeof code === 'string' && /^[\w-]{1,40}$/.test(code) ? code : error.name
}
