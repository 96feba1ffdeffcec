import { importCellMax } from '../../../contract/import-kinds.ts'
import { refuseFile } from './file-refusal.ts'

/** Bytes from one `<` of a file to the next: twice what a spreadsheet lets anybody write into a cell. */
const runMax = 64 * 1024

const [less, exclamation] = [0x3c, 0x21]
const enclosures = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const

/**
 * Refuses XML with a text that no cell takes, before it is parsed: the parser begins again with all of it for each chunk
 * that comes, so that one of a few MB takes minutes.
 */
export function requireShortTexts(file: Uint8Array): void {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  for (let at = 0; at < bytes.length;) {
    const next = nextMarkup(bytes, at)
    if (next - at > runMax)
      refuseFile(`A planilha tem uma célula com mais de ${importCellMax} caracteres.`)
    at = next
  }
}

/** Where the markup after this begins; in a comment or CDATA a `<` begins none. */
function nextMarkup(bytes: Buffer, at: number): number {
  const next = bytes.indexOf(less, endOfEnclosure(bytes, at))
  return next === -1 ? bytes.length : next
}

function endOfEnclosure(bytes: Buffer, at: number): number {
  if (bytes[at + 1] !== exclamation) return at + 1
  const [open, close] = enclosures.find(([each]) => bytes.indexOf(each, at) === at) ?? []
  if (!open || !close) return at + 1
  const end = bytes.indexOf(close, at + open.length)
  return end === -1 ? bytes.length : end
}
