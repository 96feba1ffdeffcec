import { importCellMax } from '../../../contract/import-kinds.ts'
import { refuseFile } from './file-refusal.ts'
import { damaged } from './zip-directory.ts'

/** Maximum number of bytes between two `<` of a file. Twice the longest text that a cell may have. */
const runMax = 64 * 1024

const [less, exclamation] = [0x3c, 0x21]
const enclosures = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
] as const

/**
 * Refuses XML with a text longer than any cell, or with declarations. Called before the parser, whose time is quadratic
 * in both: a few MB would take minutes.
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

/** Returns the position of the next markup. Ignores `<` within a comment or CDATA. */
function nextMarkup(bytes: Buffer, at: number): number {
  const next = bytes.indexOf(less, endOfEnclosure(bytes, at))
  return next === -1 ? bytes.length : next
}

function endOfEnclosure(bytes: Buffer, at: number): number {
  if (bytes[at + 1] !== exclamation) return at + 1
  // Compares at this position only: a search would scan the rest of the file for each `<!`.
  const isAt = (text: string) => bytes.toString('latin1', at, at + text.length) === text
  const [open, close] = enclosures.find(([each]) => isAt(each)) ?? []
  // A workbook must not contain another declaration, such as a DTD (ECMA-376-2). The parser would need quadratic time
  // for one.
  if (!open || !close) return damaged()
  const end = bytes.indexOf(close, at + open.length)
  return end === -1 ? bytes.length : end
}
