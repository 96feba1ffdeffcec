import { importCellMax } from '../../../contract/import-kinds.ts'
import { refuseFile } from './file-refusal.ts'

/** Maximum bytes between two `<` of a file: twice the maximum cell content of a spreadsheet. */
const runMax = 64 * 1024

const [less, exclamation] = [0x3c, 0x21]
const enclosures = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const

/**
 * Refuses XML with text longer than any cell, before it is parsed. The parser rescans pending text for each chunk, so a
 * text of a few MB would take minutes.
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

/** Returns the position of the next markup; `<` within a comment or CDATA is ignored. */
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
