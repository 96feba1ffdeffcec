import fastifyCompress, { type FastifyCompressOptions } from '@fastify/compress'
import fastifyUnderPressure, { type FastifyUnderPressureOptions } from '@fastify/under-pressure'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { randomUUID } from 'node:crypto'
import { defaultBodyLimit } from '../../contract/endpoint.ts'
import { clientAddress } from '../binder/client-address.ts'
import { Problem } from '../binder/problem.ts'
import type { Config } from '../config.ts'
import { clientErrorHandler } from './client-errors.ts'
import { registerDrain } from './drain.ts'
import { registerEnvelope, sendProblem } from './envelope.ts'
import { registerJsonBody } from './json-body.ts'
import { dataHeaders, registerSecurityHeaders } from './security-headers.ts'
import { registerUploadBody } from './upload-body.ts'

/** Fastify as every address of this server needs it: limits, headers, and one shape of refusal (rulings §2). */
export async function createHttpServer(
  config: Config,
  log: FastifyBaseLogger,
  state: { draining: boolean },
): Promise<FastifyInstance> {
  const ofData = dataHeaders(config)
  const server: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // A logger of its own for each request costs more than most requests; what is logged names the request itself.
    childLoggerFactory: (parent) => parent,
    trustProxy: trustOf(config),
    bodyLimit: defaultBodyLimit,
    // Where a HEAD would use something up, the binder says so.
    exposeHeadRoutes: true,
    // What is under way when the server drains is answered, on connections that are open too.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    clientErrorHandler: clientErrorHandler(config),
    // An address that can't be read is answered like one that isn't there; no hook has run yet.
    frameworkErrors: (_, request, reply) =>
      void sendProblem(request, reply.headers(ofData), new Problem('unknown-path')),
  })
  registerEnvelope(server)
  registerJsonBody(server)
  registerUploadBody(server)
  registerSecurityHeaders(server, config)
  registerDrain(server, state)
  await server.register(fastifyCompress, compression)
  await server.register(fastifyUnderPressure, pressureOptions(server))
  registerRefusalLog(server)
  return server
}

/**
 * Long answers are compressed for whoever takes it; what a body inflates to nobody can tell beforehand, so none is taken
 * compressed. A secret's answer is shorter, and no other site can make a browser ask for one beside its own words
 * (BREACH): who asks shows a token that no cookie holds.
 */
const compression: FastifyCompressOptions = {
  threshold: 4096,
  encodings: ['zstd', 'br', 'gzip'],
  globalDecompression: false,
}

/** Fastify itself knows no number of hops: it can't see whether the nearest is a proxy (docs/operating.md says so). */
function trustOf({ trustProxy }: Config) {
  return typeof trustProxy === 'number'
    ? (_: string, hop: number): boolean => hop < trustProxy
    : trustProxy
}

/** Milliseconds: how often the delay of the event loop is looked at, and how long it may be. */
const sampleInterval = 1000
const maxEventLoopDelay = 2000
/** Milliseconds after it began to listen for which nobody is refused: on a slow machine two samples are not enough. */
const startGrace = 5 * sampleInterval

/**
 * Whoever comes while the event loop hardly gets on is told to come back (503). What held it up before the server
 * listened was its own start, which is over; and a delay without end is what the measurement says of a second in which
 * it counted nothing, such as one in which the machine had no time for this process.
 */
function pressureOptions(server: FastifyInstance): FastifyUnderPressureOptions {
  let measuredFrom = Infinity
  server.addHook('onListen', (done) => {
    measuredFrom = performance.now() + startGrace
    done()
  })
  return {
    sampleInterval,
    maxEventLoopDelay,
    pressureHandler: async (_, __, ___, delay) => {
      if (delay !== Infinity && performance.now() > measuredFrom) throw new UnderPressure()
    },
  }
}

class UnderPressure extends Error {
  readonly code = 'FST_UNDER_PRESSURE'
}

/** One line for every refusal and failure; never a query, which may carry a code, nor a body or header. */
function registerRefusalLog(server: FastifyInstance): void {
  server.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode >= 400) {
      const { operation } = request.routeOptions.config
      request.log.info(
        {
          requestId: request.id,
          operation,
          method: request.method,
          status: reply.statusCode,
          address: clientAddress(request),
        },
        'refused',
      )
    }
    done()
  })
}
