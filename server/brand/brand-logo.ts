import { readFileSync, statSync } from 'node:fs'
import sax from 'sax'

export interface BrandLogo {
  type: 'image/png' | 'image/svg+xml'
  bytes: Buffer
}

/** Maximum size of a logo in bytes. Every visitor of the sign-in page loads it. */
export const logoBytesMax = 64 * 1024

/**
 * Reads the logo at this path. An SVG is shown only as an image and served with a policy that forbids scripts
 * (`server/operating/brand-files.ts`); nevertheless, an SVG that contains scripts or loads anything is refused.
 */
export function readLogo(path: string): BrandLogo {
  const bytes = readSmall(path)
  if (bytes.subarray(0, pngSignature.length).equals(pngSignature))
    return { type: 'image/png', bytes }
  const fault = faultOfSvg(bytes.toString('utf8'))
  if (fault === undefined) return { type: 'image/svg+xml', bytes }
  throw new Error(`BRAND_LOGO must be a PNG or SVG file: ${path} ${fault}.`)
}

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function readSmall(path: string): Buffer {
  try {
    if (statSync(path).size <= logoBytesMax) return readFileSync(path)
  } catch (error) {
    throw new Error(`BRAND_LOGO must name a file that the server can read, not "${path}".`, {
      cause: error,
    })
  }
  throw new Error(`BRAND_LOGO must have at most ${logoBytesMax / 1024} KB: ${path} has more.`)
}

/** Elements that run scripts, contain HTML, change attributes or load files. */
const refusedElements =
  /^(?:script|foreignobject|iframe|embed|object|audio|video|a|animate\w*|set|handler|listener)$/i

/** Returns what is wrong with an SVG; undefined if it is a well-formed image that runs and loads nothing. */
function faultOfSvg(text: string): string | undefined {
  let root: sax.Tag | undefined
  const parser = sax.parser(true, {})
  const refuse = (reason: string): never => {
    throw new SvgFault(reason)
  }
  const checkStyle = (css: string) => loadsFile(css) && refuse('loads a file in its style sheet')
  // This parser is no EventTarget. Its events can only be received through properties.
  /* oxlint-disable unicorn/prefer-add-event-listener */
  parser.onerror = ({ message }) => refuse(`is not well-formed (${message.split('\n', 1).join()})`)
  parser.ondoctype = () => refuse('has a document type')
  parser.onprocessinginstruction = ({ name }) => name !== 'xml' && refuse(`contains <?${name}?>`)
  parser.ontext = parser.oncdata = checkStyle
  parser.onopentag = ({ name, attributes }: sax.Tag) => {
    root ??= { name, attributes, isSelfClosing: false }
    if (refusedElements.test(localName(name))) refuse(`contains <${name}>`)
    for (const [attribute, value] of Object.entries(attributes))
      if (isRefused(localName(attribute), value)) refuse(`has an attribute ${attribute}="${value}"`)
  }
  /* oxlint-enable unicorn/prefer-add-event-listener */
  try {
    parser.write(text).close()
  } catch (error) {
    if (error instanceof SvgFault) return error.message
    throw error
  }
  return root?.name === 'svg' && root.attributes['xmlns'] === 'http://www.w3.org/2000/svg'
    ? undefined
    : 'has no <svg xmlns="http://www.w3.org/2000/svg">'
}

class SvgFault extends Error {}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

const isRefused = (name: string, value: string) =>
  /^on/i.test(name) ||
  (/^(?:href|src)$/i.test(name) && !/^\s*(?:#|data:image\/(?:png|jpeg);)/.test(value)) ||
  loadsFile(value)

/** Whether CSS refers to anything but a part of the same file. */
const loadsFile = (css: string) => /@import|url\(\s*["']?\s*[^#\s"')]/i.test(css)
