import { refuseFile } from './file-refusal.ts'

/** Maximum unpacked bytes of a workbook; 5,000 rows are a few MB. */
const unpackedMax = 48 * 1024 * 1024
/** Maximum files in the archive; a workbook of one sheet has about ten, with pictures some more. */
const filesMax = 300

const endSignature = 0x06054b50
const fileSignature = 0x02014b50
const endLength = 22
const commentMax = 65_535

/**
 * Refuses an archive that is too large, before it is unpacked, by the sizes in its directory. A size that is too small
 * does no harm: fflate allocates exactly this size and stops there (option `out`).
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

/** Returns the position of the last end-of-directory record, the one that fflate uses. Refuses ZIP64 archives. */
function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endLength - commentMax)
  for (let at = bytes.length - endLength; at >= first; at--) {
    if (bytes.readUInt32LE(at) !== endSignature) continue
    if (at >= 20 && bytes.readUInt32LE(at - 20) === 0x07064b50) tooLarge()
    // fflate reads the file count of this disk; a valid archive has the same total count.
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

/** Refuses a workbook that can't be read. */
export function damaged(): never {
  refuseFile('O arquivo XLSX está danificado. Abra-o na planilha, salve-o de novo e envie-o.')
}
