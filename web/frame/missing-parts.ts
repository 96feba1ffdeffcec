const missing = new WeakSet<Error>()

/**
 * Records JavaScript chunks that could not be loaded. The server deletes the chunks of an earlier version after some
 * time.
 */
export function trackMissingParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload))
}

/** Whether an error was caused by a chunk that could not be loaded. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && (missing.has(error) || isMissingPart(error.cause))

/**
 * Loads a screen. A missing chunk is rethrown as a cause, so that the router shows the error screen and does not reload
 * the page itself.
 */
export const loadScreen = <Screen>(load: () => Promise<Screen>): Promise<Screen> =>
  load().catch((cause: unknown) => {
    throw new Error('The screen could not be loaded.', { cause })
  })

let lost = false

/** Records that a screen could not be opened without a connection. */
export const markConnectionLost = (): void => void (lost = true)

/** Whether a screen of this document could not be opened without a connection. Chunks may have failed with it. */
export const connectionWasLost = (): boolean => lost
