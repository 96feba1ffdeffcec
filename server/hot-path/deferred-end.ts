/**
 * Maximum number of deferred responses. Node pauses a client that does not read its responses, but does not count
 * deferred ones.
 */
const maxDeferred = 64

/**
 * Returns a function that defers `res.end()` to `setImmediate`, so that responses finished in one tick are flushed
 * together.
 */
export function deferEnd(): (end: () => void) => void {
  let deferred: (() => void)[] = []
  const flush = (): void => {
    const ready = deferred
    deferred = []
    // These calls cannot throw: the head is already written, and the rest is text or bytes.
    for (const end of ready) end()
  }
  return (end) => {
    const count = deferred.push(end)
    if (count === 1) setImmediate(flush)
    if (count === maxDeferred) flush()
  }
}
