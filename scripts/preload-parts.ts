import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/**
 * Makes the pages load in parallel what their first screen needs, and makes them paint before it has arrived. Style
 * sheets are only preloaded, because the browser paints nothing before the style sheets of the head have arrived;
 * `web/attach-styles.ts` applies them. Scripts have a low priority, because the first paint needs none. Every page except the sign-in page also lists the files of the portal, which
 * would otherwise be requested after the shared entry has run (decisions 37 and 73).
 */
export function preloadParts(): Plugin {
  return {
    name: 'preload-parts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { filename, chunk, bundle = {} }) {
        const isApp = /\/(?:index|auth)\.html$/.test(filename)
        if (!isApp || !chunk) return html
        const tags = filename.endsWith('/index.html') ? portalLinks(chunk, bundle) : []
        const preloading = html
          .replaceAll('<link rel="stylesheet"', '<link rel="preload" as="style"')
          .replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
        return { html: preloading, tags }
      },
    },
  }
}

/** Returns the links to the files of the portal that the entry does not import statically. */
function portalLinks(entry: Rolldown.OutputChunk, bundle: Rolldown.OutputBundle) {
  const start = closureOf([entry.fileName], bundle)
  const portal = closureOf(entry.dynamicImports, bundle).difference(start)
  const styles = new Set(
    [...portal].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
  )
  return [
    ...[...portal].map(({ fileName }) =>
      link({ rel: 'modulepreload', fetchpriority: 'low' }, fileName),
    ),
    ...[...styles].map((file) => link({ rel: 'preload', as: 'style' }, file)),
  ]
}

/** Returns these files and everything that they import statically. */
function closureOf(
  files: readonly string[],
  bundle: Rolldown.OutputBundle,
): Set<Rolldown.OutputChunk> {
  const found = new Set<Rolldown.OutputChunk>()
  const collect = (file: string) => {
    const output = bundle[file]
    if (output?.type !== 'chunk' || found.has(output)) return
    found.add(output)
    output.imports.forEach(collect)
  }
  files.forEach(collect)
  return found
}

const link = (attrs: Record<string, string>, file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { ...attrs, crossorigin: true, href: `/${file}` },
  injectTo: 'head',
})
