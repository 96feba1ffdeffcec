let shown = false

/** Called by the frame of the sign-in, which is another router's (decision 37). */
export function noteSignInShown(): void {
  shown = true
}

/** Whether this document began with the sign-in, so that the first screen of the portal is not where it began. */
export const wasSignInShown = (): boolean => shown
