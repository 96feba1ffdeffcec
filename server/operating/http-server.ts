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
    // A logger per request costs more than most requests; log lines contain the request id themselves.
    logger: false,
    http: { ServerResponse: responseClassOf(traffic), headersTimeout: 30_000 },
    genReqId: () => randomUUID(),
    trustProxy: trustOf(config),
    bodyLimit: defaultBodyLimit,
    // Where a HEAD would have side effects, the pipeline rejects it.
    exposeHeadRoutes: true,
    // Requests on open connections are still answered while the server drains.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    clientErrorHandler: clientErrorHandler(config),
    // Unparsable URLs get the same response as unknown ones; no hook has run yet.
    frameworkErrors: (_, request, reply) =>
      void sendProblem(request, reply.headers(ofData), new Problem('unknown-path')),
  })
  // Registered once the server listens: before that, `listen` itself rejects.
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
  registerEnvelope(server, log, refusals)
  registerJsonBody(server)
  registerUploadBody(server)
  registerSecurityHeaders(server, config)
  registerDrain(server)
  await server.register(fastifyCompress, compression)
  pressure.register(server)
  return server
}

/**
 * Compression is enabled per route. Compressed request bodies are not accepted, since their inflated size is unknown.
 */
const compression: FastifyCompressOptions = { global: false, globalDecompression: false }

/** Fastify's hop count does not check whether the nearest peer is a proxy (docs/operating.md explains it). */
function trustOf({ trustProxy }: Config) {
  return typeof trustProxy === 'number'
    ? (_: string, hop: number): boolean => hop < trustProxy
    : trustProxy
}

/**
 * Logs a line per refusal and failure. Query, body and headers are not logged, since they may contain codes. Requests that
 * get 503 are logged by their reason (envelope.ts).
 */
function logRefusals(traffic: Traffic, refusals: RefusalLog): void {
  traffic.onCompleted(({ request, operation, status }) => {
    if (status < 400 || status === 503 || !request) return
    refusals.line(
      {
        requestId: request.id,
        operation,
        method: request.method,
        status,
        address: clientAddress(request),
      },
      'refused',
    )
  })
}
