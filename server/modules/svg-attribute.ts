import type { QualifiedAttribute } from 'sax'
import { refuseContent } from './logo-refusal.ts'
import { svgAttributes } from './svg-vocabulary.ts'

const linkNamespace = 'http://www.w3.org/1999/xlink'

/** Returns the attribute rewritten, or an empty string if it is irrelevant to the image. */
export function keptAttribute(
  element: string,
  { local, uri, value }: QualifiedAttribute,
  insideMask: boolean,
): string {
  if (/^on/i.test(local)) refuseContent(local)
  if (local === 'href' && (uri === '' || uri === linkNamespace)) {
    if (!element.endsWith('Gradient') || !/^#[\w.:-]+$/.test(value)) refuseContent('href')
    return ` href="${value}"`
  }
  if (uri !== '') return ''
  if (local === 'style') return keptStyle(value, insideMask)
  if (!svgAttributes.has(local)) return ''
  requireHarmless(local, value, insideMask)
  return ` ${local}="${escape(value)}"`
}

function keptStyle(style: string, insideMask: boolean): string {
  const declarations = style.split(';').filter((declaration) => declaration.trim() !== '')
  const kept = declarations.map((declaration) =>
    declaration.split(/:(.*)/s, 2).map((part) => part.trim()),
  )
  for (const [name = '', value = ''] of kept) requireHarmless(name, value, insideMask)
  const known = kept.filter(([name = '']) => svgAttributes.has(name))
  return known.length ? ` style="${escape(known.map((pair) => pair.join(':')).join(';'))}"` : ''
}

/** Allowed functions: colours and transformations. All others are refused, including future ones that load content. */
const functions: ReadonlySet<string> = new Set(
  `rgb rgba hsl hsla hwb lab lch oklab oklch color
  matrix translate translatex translatey scale scalex scaley rotate skewx skewy`.split(/\s+/),
)

const ownReference = /(?<![\w-])url\(\s*(["']?)#[\w.:-]+\1\s*\)/gi
/**
 * Returns the names of all called functions; transformations allow white space before the bracket. Split into pieces,
 * because one regular expression would take quadratic time.
 */
function calledIn(value: string): string[] {
  const beforeBrackets = value.split('(').slice(0, -1)
  return beforeBrackets.map(
    (piece) =>
      piece
        .trimEnd()
        .split(/[\s,)]/)
        .at(-1) ?? '',
  )
}

/** Refuses values that load, run or hide content; in a mask also nested masks, which multiply. */
function requireHarmless(name: string, value: string, insideMask: boolean): void {
  const rest = value.replace(ownReference, ' ')
  if (/[\\<>@{}]|\/\*|script:|data:|expression|import/i.test(rest)) refuseContent(name)
  for (const called of calledIn(rest)) if (!functions.has(called.toLowerCase())) refuseContent(name)
  if (insideMask && /^(mask|clip-path)$/.test(name) && value.trim() !== 'none') refuseContent(name)
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Escapes text for XML. */
export function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
}
