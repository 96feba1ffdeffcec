/**
 * Applies the style sheets that the page preloads (`scripts/preload-parts.ts`), and waits until they have arrived. The
 * page paints its static frame before (decision 73). They stay in front of the style sheets of later screens.
 */
export async function attachStyles(): Promise<void> {
  const preloads = document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]')
  await Promise.all([...preloads].map(attach))
}

function attach(preload: HTMLLinkElement): Promise<unknown> {
  const sheet = document.createElement('link')
  sheet.rel = 'stylesheet'
  sheet.crossOrigin = preload.crossOrigin
  sheet.href = preload.href
  // A screen without one of its style sheets is better than none.
  const settled = new Promise((resolve) => {
    sheet.addEventListener('load', resolve)
    sheet.addEventListener('error', resolve)
  })
  preload.after(sheet)
  return settled
}
