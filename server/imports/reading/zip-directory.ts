import { refuseFile } from './file-refusal.ts'

/** Maximum size of an unpacked workbook in bytes. 5,000 rows take a few MB. */
const unpackedMax = 48 * 1024 * 1024
/** Maximum number of files in the archive. A workbook with one sheet has about ten, with pictures some more. */
const filesMax = 300

const endSignature = 0x06054b50
const fileSignature = 0x02014b50
const endLength = 22
const commentMax = 65_535

/**
 * Refuses an archive that is too large, before it is unpacked. Adds up the sizes in the directory of the archive. If a
 * size there is too small, fflate allocates only this size and stops at its end (option `out`).
 */
export function requireModestZip(bytes: Buffer): void {
  const end = findEnd(bytes)
  const files = bytes.readUInt16LE(end + 10)
  let at = bytes.readUInt32LE(end + 16)
  if (files > filesMax) tooLarge()
  let unpacked = 0
  for (let file = 0; file < files; file++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== fileSignature) damaged()
    unpacked += bytes.readUInt32LE(at + 24)
    at +=
      46 + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32)
  }
  if (unpacked > unpackedMax) tooLarge()
}

/** Returns the position of the last end-of-directory record, which fflate uses too. Refuses ZIP64 archives. */
function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endLength - commentMax)
  for (let at = bytes.length - endLength; at >= first; at--) {
    if (bytes.readUInt32LE(at) !== endSignature) continue
    if (at >= 20 && bytes.readUInt32LE(at - 20) === 0x07064b50) tooLarge()
    // fflate reads the number of files on this disk. In a valid archive, the total number is the same.
    if (bytes.readUInt16LE(at + 8) !== bytes.readUInt16LE(at + 10)) damaged()
    return at
  }
  return damaged()
}

function tooLarge(): never {
  refuseFile(
    'A planilha é grande demais depois de descompactada. Salve-a como CSV e envie-a de novo.',
  )
}

/** Refuses a damaged workbook. */
export function damaged(): never {
  refuseFile('O arquivo XLSX está danificado. Abra-o na planilha, salve-o de novo e envie-o.')
}
