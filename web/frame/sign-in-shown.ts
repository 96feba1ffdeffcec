let shown = false

/** Records that this document has shown the sign-in. The sign-in has a router and frame of its own (decision 37). */
export function markSignInShown(): void {
  shown = true
}

/**
 * Whether this document has shown the sign-in before the portal. The portal's first screen is then not the document's
 * first.
 */
export const wasSignInShown = (): boolean => shown
