import sax from 'sax'
import { requireShortTexts } from './short-texts.ts'

/** Receives the elements of a document by their names without prefix. */
export interface ElementReader {
  open?: (name: string, attribute: (name: string) => string | undefined) => void
  text?: (text: string) => void
  /** Returns true to end the reading here. */
  close?: (name: string) => boolean | void
}

/** Bytes that are decoded and parsed at a time, so that no document is in memory as one string. */
const piece = 256 * 1024

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** Reads an XML document in UTF-8. Throws at what is not well-formed. */
export function readElements(bytes: Uint8Array, { open, text, close }: ElementReader): void {
  requireShortTexts(bytes)
  const parser = sax.parser(true, { position: false })
  const reading = { ended: false }
  const throwError = (error: Error): never => {
    throw error
  }
  // Not an EventTarget: properties are the only way to listen to this parser.
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

/** The attribute with this local name behind any prefix, such as `r:id`. */
function prefixed(attributes: object, asked: string): string | undefined {
  return Object.keys(attributes).find((name) => name.endsWith(`:${asked}`))
}
