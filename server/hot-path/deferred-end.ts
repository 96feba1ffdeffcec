/** Maximum deferred responses: Node pauses a client that sends faster than it reads, but does not count these. */
const maxDeferred = 64

/**
 * Defers `res.end()` to `setImmediate`, so that responses finished in one tick are flushed together. Returns the function
 * that defers one.
 */
export function deferEnd(): (end: () => void) => void {
  let deferred: (() => void)[] = []
  const flush = (): void => {
    const ready = deferred
    deferred = []
    // None of them throws: the head is written, the rest is text or bytes.
    for (const end of ready) end()
  }
  return (end) => {
    const count = deferred.push(end)
    if (count === 1) setImmediate(flush)
    if (count === maxDeferred) flush()
  }
}
