let shown = false

/** Called by the frame of the sign-in, which has a router of its own (decision 37). */
export function markSignInShown(): void {
  shown = true
}

/**
 * Whether this document started with the sign-in, so that the first screen of the portal is not the first of the
 * document.
 */
export const wasSignInShown = (): boolean => shown
