import sax from 'sax'
import { refuse, refuseContent } from './logo-refusal.ts'
import { escape, keptAttribute } from './svg-attribute.ts'
import { svgElements, svgTextElements } from './svg-vocabulary.ts'

const svgNamespace = 'http://www.w3.org/2000/svg'
const htmlNamespace = 'http://www.w3.org/1999/xhtml'
const elementsMax = 5000
const depthMax = 64

/**
 * Rewrites an SVG from an allow-list of harmless shapes and colours, so that no parser can interpret it differently.
 * Editor metadata is dropped; content that acts, loads or multiplies is refused by name.
 */
export function harmlessSvg(bytes: Uint8Array): Buffer {
  const rebuild = new Rebuild()
  const parser = sax.parser(true, { xmlns: true })
  // Not an EventTarget: this parser has only handler properties.
  /* oxlint-disable unicorn/prefer-add-event-listener */
  parser.onerror = () => refuse('O SVG está malformado.')
  parser.onprocessinginstruction = ({ name, body }) => rebuild.instruction(name, body)
  parser.ondoctype = (doctype) => void (/[[]|entity/i.test(doctype) && refuseContent('ENTITY'))
  parser.onsgmldeclaration = () => refuseContent('ENTITY')
  // With `xmlns`, tags are qualified.
  parser.onopentag = (tag) => rebuild.open(tag as sax.QualifiedTag)
  parser.onclosetag = () => rebuild.close()
  parser.ontext = (text) => rebuild.text(text)
  parser.oncdata = (text) => rebuild.text(text)
  /* oxlint-enable unicorn/prefer-add-event-listener */
  parser.write(decode(bytes)).close()
  return Buffer.from(rebuild.output)
}

class Rebuild {
  readonly #parts: string[] = []
  /** Names of the open elements; null for those that are dropped with their content. */
  readonly #open: (string | null)[] = []
  #elements = 0
  /** True until content follows the last opening tag. */
  #empty = false

  get output(): string {
    return this.#parts.join('')
  }

  instruction(name: string, body: string): void {
    if (name !== 'xml') refuseContent(name)
    const encoding = /encoding\s*=\s*["']([^"']*)/.exec(body)?.[1]
    if (encoding !== undefined && !/^(utf-?8|us-ascii)$/i.test(encoding))
      refuse('O SVG deve estar em UTF-8.')
  }

  open({ local, uri, attributes }: sax.QualifiedTag): void {
    if (++this.#elements > elementsMax || this.#open.length >= depthMax)
      refuse('O SVG é complexo demais.')
    const root = this.#open.length === 0
    if (uri === htmlNamespace) refuseContent(local)
    if (root && (uri !== svgNamespace || local !== 'svg'))
      refuse('A imagem deve ser PNG, SVG ou WebP.')
    if (uri !== svgNamespace || local === 'metadata' || this.#open.at(-1) === null) {
      this.#open.push(null)
      return
    }
    if (!svgElements.has(local)) refuseContent(local)
    const inside = this.#open.some((name) => name === 'mask' || name === 'clipPath')
    const kept = Object.values(attributes).map((attribute) =>
      keptAttribute(local, attribute, inside),
    )
    this.#parts.push(`<${local}${root ? ` xmlns="${svgNamespace}"` : ''}${kept.join('')}>`)
    this.#open.push(local)
    this.#empty = true
  }

  close(): void {
    const name = this.#open.pop()
    if (!name) return
    if (this.#empty) this.#parts.push((this.#parts.pop() ?? '').replace(/>$/, '/>'))
    else this.#parts.push(`</${name}>`)
    this.#empty = false
  }

  text(text: string): void {
    const name = this.#open.at(-1)
    if (!name || !svgTextElements.has(name)) return
    this.#parts.push(escape(text))
    this.#empty = false
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) refuse('O SVG deve estar em UTF-8.')
    throw error
  }
}
