interface Repetition {
  /** Interval in milliseconds. */
  every: number
  signal: AbortSignal
  onError: (error: unknown) => void
}

/** Runs the callback at an interval until the signal aborts. Then runs it once more, for work that arrived since. */
export async function repeatUntil(
  { every, signal, onError }: Repetition,
  callback: () => Promise<void>,
): Promise<void> {
  const once = (): Promise<void> => callback().catch(onError)
  const timer = setInterval(() => void once(), every)
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  clearInterval(timer)
  await once()
}
