import { accessSync, constants } from 'node:fs'
import { number, oneOf } from './config-values.ts'
import { isLoopback } from './shared/loopback.ts'

/** How traces are recorded and delivered. The variables are those of OpenTelemetry. */
export interface TracingConfig {
  /** URL to which traces are posted. */
  url: string
  serviceName: string
  /** Share of the traces that are recorded, from 0 to 1. */
  sampledShare: number
  /** Maximum time of a delivery with its retries, in milliseconds. */
  timeout: number
  compression: 'none' | 'gzip'
}

/** Reads the configuration of tracing; undefined without `OTEL_EXPORTER_OTLP_ENDPOINT`, which enables it. */
export function readTracing(env: NodeJS.ProcessEnv): TracingConfig | undefined {
  const endpoint = readEndpoint(env)
  if (endpoint === undefined) return undefined
  // These are used by the exporter, which ignores invalid values without an error.
  requireProtectedHeaders(env, endpoint)
  requirePairs(env, 'OTEL_RESOURCE_ATTRIBUTES')
  for (const name of ['CERTIFICATE', 'CLIENT_CERTIFICATE', 'CLIENT_KEY'])
    requireFile(env, `OTEL_EXPORTER_OTLP_${name}`)
  return {
    url: `${endpoint.replace(/\/$/, '')}/v1/traces`,
    serviceName: env.OTEL_SERVICE_NAME || 'portaria',
    sampledShare: readSampledShare(env),
    timeout: number(env, 'OTEL_EXPORTER_OTLP_TIMEOUT', 10_000, 1, 600_000),
    compression: oneOf(env, 'OTEL_EXPORTER_OTLP_COMPRESSION', ['none', 'gzip']),
  }
}

function readEndpoint(env: NodeJS.ProcessEnv): string | undefined {
  const value = env.OTEL_EXPORTER_OTLP_ENDPOINT
  if (!value) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  // Does not quote the value, which may contain a password.
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
    throw new Error(
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an address of OTLP over HTTP such as http://collector:4318, without user and password.',
    )
  if (url.search || url.hash)
    throw new Error(
      'OTEL_EXPORTER_OTLP_ENDPOINT must not have a query, because a path is appended.',
    )
  return value
}

/** Headers usually contain a key, which must not be sent in the clear. */
function requireProtectedHeaders(env: NodeJS.ProcessEnv, endpoint: string): void {
  if (!env.OTEL_EXPORTER_OTLP_HEADERS) return
  requirePairs(env, 'OTEL_EXPORTER_OTLP_HEADERS')
  if (!endpoint.startsWith('https://') && !isLoopback(endpoint))
    throw new Error(
      'OTEL_EXPORTER_OTLP_HEADERS needs an https address in OTEL_EXPORTER_OTLP_ENDPOINT.',
    )
}

function requirePairs(env: NodeJS.ProcessEnv, name: string): void {
  const entries = (env[name] ?? '').split(',').filter((entry) => entry.trim() !== '')
  // The last character of a Base64 value may be '='.
  if (!entries.every((entry) => /^\s*[^=\s]+\s*=/.test(entry)))
    throw new Error(`${name} must be name=value, comma separated.`)
}

function requireFile(env: NodeJS.ProcessEnv, name: string): void {
  const path = env[name]
  if (!path) return
  try {
    accessSync(path, constants.R_OK)
  } catch {
    throw new Error(`${name} must be a readable file, not "${path}".`)
  }
}

/** Reads `OTEL_TRACES_SAMPLER`. Traces have no remote parents here, so both forms of a sampler decide alike. */
function readSampledShare(env: NodeJS.ProcessEnv): number {
  const sampler = oneOf(env, 'OTEL_TRACES_SAMPLER', [
    'parentbased_always_on',
    'parentbased_always_off',
    'parentbased_traceidratio',
    'always_on',
    'always_off',
    'traceidratio',
  ]).replace('parentbased_', '')
  const argument = env.OTEL_TRACES_SAMPLER_ARG || '1'
  if (!/^(0?\.\d+|[01](\.0*)?)$/.test(argument))
    throw new Error(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${argument}".`)
  if (sampler === 'traceidratio') return Number(argument)
  return sampler === 'always_on' ? 1 : 0
}
