import sax from 'sax'
import { requireShortTexts } from './short-texts.ts'

/** Callbacks for the elements of a document. Elements are named without a prefix. */
export interface ElementReader {
  open?: (name: string, attribute: (name: string) => string | undefined) => void
  text?: (text: string) => void
  /** May return true to stop reading. */
  close?: (name: string) => boolean | void
}

/** Number of bytes per chunk. The document is decoded in chunks, so that it is never a single string in memory. */
const piece = 256 * 1024

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Parses an XML document in UTF-8. Throws if it is not well-formed. */
export function readElements(bytes: Uint8Array, { open, text, close }: ElementReader): void {
  requireShortTexts(bytes)
  const parser = sax.parser(true, { position: false })
  const reading = { ended: false }
  const throwError = (error: Error): never => {
    throw error
  }
  // This parser is no EventTarget. Its events can only be received through properties.
  /* oxlint-disable unicorn/prefer-add-event-listener */
  parser.onerror = throwError
  parser.onopentag = ({ name, attributes }) => {
    if (!reading.ended)
      open?.(localName(name), (asked) => {
        const found = Object.hasOwn(attributes, asked) ? asked : prefixed(attributes, asked)
        const value = found === undefined ? undefined : attributes[found]
        return typeof value === 'string' ? value : undefined
      })
  }
  parser.ontext = parser.oncdata = (part) => {
    if (!reading.ended) text?.(part)
  }
  parser.onclosetag = (name) => {
    if (!reading.ended) reading.ended = close?.(localName(name)) === true
  }
  /* oxlint-enable unicorn/prefer-add-event-listener */
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let at = 0; at < bytes.length && !reading.ended; at += piece)
    parser.write(decoder.decode(bytes.subarray(at, at + piece), { stream: true }))
  if (!reading.ended) parser.write(decoder.decode()).close()
}

/** Returns the qualified name of an attribute with this local name, such as `r:id`. */
function prefixed(attributes: object, asked: string): string | undefined {
  return Object.keys(attributes).find((name) => name.endsWith(`:${asked}`))
}
