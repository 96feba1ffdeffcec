interface Repeated {
  /** Milliseconds from one time to the next. */
  every: number
  signal: AbortSignal
  onError: (error: unknown) => void
}

/** Does this again and again until the signal says stop; then once more, so that nothing is left undone. */
export async function repeatUntil(
  { every, signal, onError }: Repeated,
  work: () => Promise<void>,
): Promise<void> {
  const once = (): Promise<void> => work().catch(onError)
  const timer = setInterval(() => void once(), every)
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  clearInterval(timer)
  await once()
}
