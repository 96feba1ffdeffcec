import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { lexer, type MarkedToken, type Token } from 'marked'
import type { Plugin } from 'vite'

/** Pixels per CSS pixel in the pictures of the help. */
export const pictureScale = 1.5

/**
 * Compiles the help pages, `web/help/pages/*.md`, to modules whose default export is a React component. Only the Markdown
 * that `compileToken` lists is allowed; HTML is an error (decision 78).
 */
export function compileHelp(): Plugin {
  return {
    name: 'compile-help',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/help\/pages\/[\w-]+\.md$/ },
      handler: (markdown, id) => ({
        code: compilePage(markdown, join(id, '../../pictures')),
        map: null,
      }),
    },
  }
}

/** Returns the module of a page. Its first line is the title, which the route declares too. */
export function compilePage(markdown: string, pictures: string): string {
  const [title, ...content] = lexer(markdown).filter(({ type }) => type !== 'space')
  if (title?.type !== 'heading' || title['depth'] !== 1)
    throw new Error('The first line must be the title.')
  const used: string[] = []
  const children = content.map((token) => compileToken(token as MarkedToken, { pictures, used }))
  return [
    `import { createElement as h } from 'react'`,
    `import { helpPage, TextLink } from '../help-page.tsx'`,
    ...used.map((file, index) => `import picture${index} from '../pictures/${file}'`),
    `export default helpPage(${JSON.stringify(title['text'])}, h('div', null, ${children.join(', ')}))`,
  ].join('\n')
}

interface Pictures {
  /** Folder with the pictures. */
  pictures: string
  /** Files that the page shows; filled while it is compiled. */
  used: string[]
}

/** Returns the expression of one element or text. */
function compileToken(token: MarkedToken, pictures: Pictures): string {
  const element = (name: string, tokens: readonly Token[] = [], props: object | null = null) =>
    `h(${[name, JSON.stringify(props), ...tokens.map((each) => compileToken(each as MarkedToken, pictures))].join(', ')})`
  switch (token.type) {
    case 'heading':
      if (token.depth === 2) return element(`'h2'`, token.tokens)
      break
    case 'paragraph':
      return element(`'p'`, token.tokens)
    case 'list':
      return element(token.ordered ? `'ol'` : `'ul'`, token.items)
    case 'list_item':
      return element(`'li'`, token.tokens)
    case 'strong':
      return element(`'strong'`, token.tokens)
    case 'codespan':
      return element(`'code'`, [{ type: 'escape', raw: token.raw, text: token.text }])
    case 'link':
      if (token.href.startsWith('/')) return element('TextLink', token.tokens, { to: token.href })
      break
    case 'image':
      return compilePicture(token.href, token.text, pictures)
    case 'escape':
      return JSON.stringify(token.text)
    case 'text':
      return token.tokens ? element(`'span'`, token.tokens) : JSON.stringify(token.text)
    case 'space':
      return 'null'
    case 'blockquote':
    case 'br':
    case 'checkbox':
    case 'code':
    case 'def':
    case 'del':
    case 'em':
    case 'hr':
    case 'html':
    case 'table':
      break
  }
  throw new Error(`Not allowed in a help page: ${token.raw}`)
}

function compilePicture(file: string, alt: string, { pictures, used }: Pictures): string {
  const { width, height } = sizeOfWebp(readFileSync(join(pictures, file)))
  const size = {
    width: Math.round(width / pictureScale),
    height: Math.round(height / pictureScale),
  }
  const props = JSON.stringify({ alt, loading: 'lazy', ...size })
  return `h('img', { src: picture${used.push(file) - 1}, ...${props} })`
}

/** Returns the size in pixels of a WebP picture with an extended header, as browsers write it (RFC 9649, section 2.7). */
export function sizeOfWebp(file: Buffer): { width: number; height: number } {
  if (file.toString('latin1', 8, 16) !== 'WEBPVP8X')
    throw new Error('The picture must come from `npm run help:screenshots`.')
  return { width: file.readUIntLE(24, 3) + 1, height: file.readUIntLE(27, 3) + 1 }
}
