import { readElements, type ElementReader } from './xml-elements.ts'

/** Decodes characters that XLSX escapes as `_x000D_`. */
const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      )
    : text

/**
 * Collects the text of a cell or shared string from all its runs (`r`). Omits phonetic runs (`rPh`), which a
 * spreadsheet shows above the text.
 */
export class TextRuns {
  #text = ''
  #reading = false
  #phonetic = false

  open(element: string): void {
    if (element === 'rPh') this.#phonetic = true
    this.#reading = element === 't' && !this.#phonetic
  }

  add(text: string): void {
    if (this.#reading) this.#text += text
  }

  close(element: string): void {
    if (element === 'rPh') this.#phonetic = false
    this.#reading = false
  }

  /** Returns the collected text and resets the collector. */
  take(): string {
    const text = decodeEscapes(this.#text)
    this.#text = ''
    return text
  }
}

/** Returns the shared strings of a workbook, to which cells refer by index. */
export function readSharedStrings(bytes: Uint8Array | undefined): string[] {
  const strings: string[] = []
  const runs = new TextRuns()
  const reader: ElementReader = {
    open: (element) => runs.open(element),
    text: (text) => runs.add(text),
    close: (element) => {
      runs.close(element)
      if (element === 'si') strings.push(runs.take())
    },
  }
  if (bytes) readElements(bytes, reader)
  return strings
}
