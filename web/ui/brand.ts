/** How this installation differs from the default appearance, besides colours (decision 74). */
export interface Brand {
  /** Name of the association. */
  name: string | undefined
  /** URL of the logo. */
  logo: string | undefined
  /** Where users get help. */
  help: { text: string; url: string } | undefined
}

const contentOf = (name: string): string | undefined =>
  document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined

/** Reads the brand from the elements that the server inserts into the page (`server/operating/brand-files.ts`). */
export function readBrand(): Brand {
  const [text, url] = [contentOf('help-text'), contentOf('help-url')]
  return {
    name: contentOf('brand-name'),
    logo: contentOf('brand-logo'),
    help: text !== undefined && url !== undefined ? { text, url } : undefined,
  }
}
