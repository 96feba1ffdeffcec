import fastifyUnderPressure from '@fastify/under-pressure'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { randomUUID } from 'node:crypto'
import { Problem } from '../binder/problem.ts'
import type { Config } from '../config.ts'
import { answerClientError } from './client-errors.ts'
import { registerEnvelope, sendProblem } from './envelope.ts'
import { registerJsonBody } from './json-body.ts'
import { registerSecurityHeaders } from './security-headers.ts'

const bodyLimit = 1_048_576

/** Fastify as every address of this server needs it: limits, headers, and one shape of refusal (rulings §2). */
export async function createHttpServer(
  config: Config,
  log: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const server: FastifyInstance = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // A logger of its own for each request costs more than most requests; what is logged names the request itself.
    childLoggerFactory: (parent) => parent,
    trustProxy: config.trustProxy,
    bodyLimit,
    // A HEAD that ran its GET would use up one-time codes.
    exposeHeadRoutes: false,
    // What is under way when the server drains is answered, on connections that are open too.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: true },
    clientErrorHandler: answerClientError,
    // An address that can't be read is answered like one that isn't there.
    frameworkErrors: (_, request, reply) =>
      void sendProblem(request, reply, new Problem('unknown-path')),
  })
  registerEnvelope(server)
  registerJsonBody(server)
  registerSecurityHeaders(server, config)
  await server.register(fastifyUnderPressure, {
    maxEventLoopDelay: 2000,
    customError: UnderPressure,
  })
  registerRefusalLog(server)
  return server
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
          address: request.ip,
        },
        'refused',
      )
    }
    done()
  })
}
