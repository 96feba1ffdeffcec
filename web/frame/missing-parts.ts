const missing = new WeakSet<Error>()

/** Notes which parts of the portal could not be loaded: after an update the server has them no more. */
export function noteMissingParts(): void {
  window.addEventListener('vite:preloadError', ({ payload }) => missing.add(payload))
}

/** Whether something failed because a part of the portal could not be loaded. */
export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && (missing.has(error) || isMissingPart(error.cause))

/** Loads a screen; where it is missing, the person is told so, and the router does not reload the page by itself. */
export const loadScreen = <Screen>(load: () => Promise<Screen>): Promise<Screen> =>
  load().catch((cause: unknown) => {
    throw new Error('The screen could not be loaded.', { cause })
  })
