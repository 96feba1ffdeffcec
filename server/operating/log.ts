import { destination, pino, type Logger } from 'pino'

/** Maximum time to write buffered lines when the log is closed, in milliseconds. */
const closeTimeout = 1000

export interface Log {
  log: Logger
  /** Writes buffered lines. Resolves after 1 s at the latest, even if the log's reader has ended. */
  close: () => Promise<void>
}

/**
 * Opens a JSON log on standard output, one line per event. An error is logged without objects attached to it, such as a
 * database client.
 */
export function openLog(level: string): Log {
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
