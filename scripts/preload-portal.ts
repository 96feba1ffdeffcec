import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite'

/**
 * Lets every page but that of the sign-in load the whole portal at once, beside the start that both have: the browser is
 * told in the page what the script will import, instead of finding out when that runs (decision 37).
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

/** These files and all that they import at once. */
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
