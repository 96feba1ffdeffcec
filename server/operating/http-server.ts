import fastifyCompress, { type FastifyCompressOptions } from '@fastify/compress'
import fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { randomUUID } from 'node:crypto'
import { defaultBodyLimit } from '../../contract/endpoint.ts'
import { clientAddress } from '../pipeline/client-address.ts'
import { Problem } from '../pipeline/problem.ts'
import type { Config } from '../config.ts'
import { clientErrorHandler } from './client-errors.ts'
import { registerDrain } from './drain.ts'
import { registerEnvelope, sendProblem } from './envelope.ts'
import { registerJsonBody } from './json-body.ts'
import type { Pressure } from './pressure.ts'
import { dataHeaders, registerSecurityHeaders } from './security-headers.ts'
import { answersOf, registerTraffic, type Traffic } from './traffic.ts'
import { registerUploadBody } from './upload-body.ts'

/** Fastify as every address of this server needs it: limits, headers, and one shape of refusal (rulings §2). */
export async function createHttpServer(
  config: Config,
  log: FastifyBaseLogger,
  traffic: Traffic,
  pressure: Pressure,
): Promise<FastifyInstance> {
  const ofData = dataHeaders(config)
  const server: FastifyInstance = fastify({
    // A logger of its own for each request costs more than most requests; what is logged names the request itself.
    logger: false,
    http: { ServerResponse: answersOf(traffic), headersTimeout: 30_000 },
    genReqId: () => randomUUID(),
    trustProxy: trustOf(config),
    bodyLimit: defaultBodyLimit,
    // Where a HEAD would use something up, the binder says so.
    exposeHeadRoutes: true,
    // What is under way when the server drains is answered, on connections that are open too.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 60_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    clientErrorHandler: clientErrorHandler(config),
    // An address that can't be read is answered like one that isn't there; no hook has run yet.
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
  registerTraffic(server)
  logRefusals(traffic, log)
  registerEnvelope(server, log)
  registerJsonBody(server)
  registerUploadBody(server)
  registerSecurityHeaders(server, config)
  registerDrain(server)
  await server.register(fastifyCompress, compression)
  pressure.register(server)
  return server
}

/** Which answers are compressed each route says. What a body inflates to nobody can tell beforehand: none is taken compressed. */
const compression: FastifyCompressOptions = { global: false, globalDecompression: false }

/** Fastify itself knows no number of hops: it can't see whether the nearest is a proxy (docs/operating.md says so). */
function trustOf({ trustProxy }: Config) {
  return typeof trustProxy === 'number'
    ? (_: string, hop: number): boolean => hop < trustProxy
    : trustProxy
}

/** One line for every refusal and failure; never a query, which may carry a code, nor a body or header. */
function logRefusals(traffic: Traffic, log: FastifyBaseLogger): void {
  traffic.onAnswered(({ request, operation, status }) => {
    if (status < 400 || !request) return
    log.info(
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
