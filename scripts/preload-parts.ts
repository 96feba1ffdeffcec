import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/**
 * Makes every page except the sign-in page preload all scripts of the portal. The page lists these files, so the browser
 * loads them in parallel with the shared entry instead of after running it (decision 37).
 */
export function preloadPortal(): Plugin {
  return {
    name: 'preload-portal',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { filename, chunk, bundle = {} }) {
        if (!filename.endsWith('/index.html') || !chunk) return []
        const start = closureOf([chunk.fileName], bundle)
        const portal = closureOf(chunk.dynamicImports, bundle).difference(start)
        const styles = new Set(
          [...portal].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
        )
        return [
          ...[...portal].map(({ fileName }) => link('modulepreload', fileName)),
          ...[...styles].map((file) => link('stylesheet', file)),
        ]
      },
    },
  }
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

const link = (rel: 'modulepreload' | 'stylesheet', file: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: { rel, crossorigin: true, href: `/${file}` },
  injectTo: 'head',
})
