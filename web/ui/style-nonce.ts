/** CSP nonce for style sheets created at runtime; the server writes it into the page (decision 20). */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce ?? ''

/** Mantine does not pass its nonce to the library that blocks scrolling under a dialog, which reads it here. */
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
