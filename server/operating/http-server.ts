import fastifyCompress, { type FastifyCompressOptions } from '@fastify/compress'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { defaultBodyLimit } from '../../contract/endpoint.ts'
import { clientAddress } from '../pipeline/client-address.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Config } from '../config.ts'
import { clientErrorHandler } from './client-errors.ts'
import {
  limitConnections,
  limitsFor,
  readDescriptorLimit,
  trustedProxies,
} from './connection-limits.ts'
import { registerDrain } from './drain.ts'
import { registerEnvelope, sendProblem } from './envelope.ts'
import { registerJsonBody } from './json-body.ts'
import type { Pressure } from './pressure.ts'
import { RefusalLog } from './refusal-log.ts'
import { dataHeaders, registerSecurityHeaders } from './security-headers.ts'
import { responseClassOf, registerTraffic, type Traffic } from './traffic.ts'
import { registerUploadBody } from './upload-body.ts'

/** Creates the Fastify instance with the limits, headers and error envelope of all routes (rulings §2). */
export async function createHttpServer(
  config: Config,
  log: FastifyBaseLogger,
  traffic: Traffic,
  pressure: Pressure,
): Promise<FastifyInstance> {
  const ofData = dataHeaders(config)
  const server: FastifyInstance = fastify({
    // A logger per request would cost more than most requests. Log lines contain the request id instead.
    logger: false,
    http: { ServerResponse: responseClassOf(traffic), headersTimeout: 30_000 },
    genReqId: () => randomUUID(),
    trustProxy: trustOf(config),
    bodyLimit: defaultBodyLimit,
    // The pipeline refuses a HEAD request that would have side effects.
    exposeHeadRoutes: true,
    // While the server drains, requests on open connections still get a response.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    clientErrorHandler: clientErrorHandler(config),
    // A URL that can't be parsed gets the same response as an unknown one. At this point no hook has run.
    frameworkErrors: (_, request, reply) =>
      void sendProblem(request, reply.headers(ofData), new Problem('unknown-path')),
  })
  // The error listener is added when the server listens. Before that, an error rejects `listen`.
  server.addHook('onListen', (done) => {
    server.server.on('error', (error) =>
      log.error({ err: error }, 'a connection could not be accepted'),
    )
    done()
  })
  limitConnections(server.server, limitsFor(readDescriptorLimit()), trustedProxies(config))
  registerTraffic(server)
  const refusals = new RefusalLog(log)
  logRefusals(traffic, refusals)
  if (config.accessLog) logResponses(traffic, log)
  registerEnvelope(server, log, refusals)
  registerJsonBody(server)
  registerUploadBody(server)
  registerSecurityHeaders(server, config)
  registerDrain(server)
  await server.register(fastifyCompress, compression)
  pressure.register(server)
  return server
}

/** Compression is enabled per route. Compressed request bodies are refused, since their inflated size is unknown. */
const compression: FastifyCompressOptions = { global: false, globalDecompression: false }

/**
 * Trusts proxies by number of hops. Fastify then does not check whether the nearest peer is a proxy
 * (docs/operating.md).
 */
function trustOf({ trustProxy }: Config) {
  return typeof trustProxy === 'number'
    ? (_: string, hop: number): boolean => hop < trustProxy
    : trustProxy
}

/**
 * Logs a line for each refusal and failure. Omits query, body and headers, which may contain codes. Requests with a 503
 * are logged by their reason (envelope.ts).
 */
function logRefusals(traffic: Traffic, refusals: RefusalLog): void {
  traffic.onCompleted(({ request, span, requestId, operation, status, problem, taken }) => {
    if (status < 400 || status === 503 || !request) return
    refusals.line(
      {
        requestId,
        traceId: span?.traceId,
        operation,
        method: request.method,
        status,
        problem,
        milliseconds: Math.round(taken),
        address: clientAddress(request),
      },
      'refused',
    )
  })
}

/** Logs a line for each response, without personal data: no address, URL or user. */
function logResponses(traffic: Traffic, log: FastifyBaseLogger): void {
  traffic.onCompleted(({ span, requestId, operation, status, problem, taken }) =>
    log.info(
      {
        requestId,
        traceId: span?.traceId,
        operation,
        status,
        problem,
        milliseconds: Math.round(taken),
      },
      'responded',
    ),
  )
}
