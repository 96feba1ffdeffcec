/** The nonce without which no style sheet is taken that is made as the page runs; the server writes it (decision 20). */
export const styleNonce =
  document.querySelector<HTMLMetaElement>('meta[name="style-nonce"]')?.nonce ?? ''

/** Mantine passes its nonce on to nobody: what stops a page from scrolling under a dialog looks for it here. */
Object.assign(globalThis, { __webpack_nonce__: styleNonce })
