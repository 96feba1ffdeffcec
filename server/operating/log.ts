import { destination, pino, type Logger } from 'pino'
import { tracer } from '../shared/trace.ts'

/** Maximum time to write buffered lines when the log is closed, in milliseconds. */
const closeTimeout = 1000

export interface Log {
  log: Logger
  /** Writes buffered lines. Resolves after 1 s at the latest, even if the log's reader has ended. */
  close: () => Promise<void>
}

/**
 * Opens a JSON log on standard output, one line per event. An error is logged without objects attached to it, such as a
 * database client. With `withTraces`, lines about a traced request have the id of its trace.
 */
export function openLog(level: string, withTraces = false): Log {
  const output = destination({ dest: 1, sync: false })
  // pino calls this function at exit. If the log's reader has ended, it would retry forever on EPIPE (sonic-boom
  // 4.2.1).
  output.flushSync = () => undefined
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      output.once('close', resolve).once('error', () => resolve())
      setTimeout(resolve, closeTimeout).unref()
    })
    output.end()
    await closed
  }
  const options = {
    level,
    serializers: { err: describeError },
    ...(withTraces && { mixin: currentTrace }),
  }
  return { log: pino(options, output), close }
}

function currentTrace(): { traceId?: string } {
  const span = tracer?.current()
  return span ? { traceId: span.traceId } : {}
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
