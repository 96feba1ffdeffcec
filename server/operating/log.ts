import { pino, type Logger } from 'pino'

/** The log: one JSON line each. Errors say what and where, not everything that hangs on them (a database client, say). */
export function openLog(level: string): Logger {
  return pino({ level, serializers: { err: describeError } })
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && { code: error.code }),
    stack: error.stack,
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}
