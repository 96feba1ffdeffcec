import { destination, pino, type Logger } from 'pino'

/** Maximum wait for buffered lines when the log is closed, in milliseconds. */
const closeTimeout = 1000

export interface Log {
  log: Logger
  /** Flushes buffered lines. Resolves after 1 s at the latest, also if the reader of the log is gone. */
  close: () => Promise<void>
}

/** JSON log on standard output, one line per event. Errors are logged without the objects attached to them, such as a database client. */
export function openLog(level: string): Log {
  const output = destination({ dest: 1, sync: false })
  // pino calls it at exit, and it retries forever on EPIPE if the reader of the log is gone (sonic-boom 4.2.1).
  output.flushSync = () => undefined
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => {
      output.once('close', resolve).once('error', () => resolve())
      setTimeout(resolve, closeTimeout).unref()
    })
    output.end()
    await closed
  }
  return { log: pino({ level, serializers: { err: describeError } }, output), close }
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
