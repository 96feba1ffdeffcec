import { refuseFile } from './file-refusal.ts'

/** Bytes of everything in a workbook, unpacked: 5,000 rows are a few MB. */
const unpackedMax = 48 * 1024 * 1024
/** A workbook of one sheet has about ten files, one with pictures some more. */
const filesMax = 300

const endSignature = 0x06054b50
const fileSignature = 0x02014b50
const endLength = 22
const commentMax = 65_535

/**
 * Refuses what would not fit into memory before any of it is unpacked, by the sizes that the directory of the archive
 * says. They can't say too little: who unpacks reserves exactly so much, and stops there (fflate, with `out`).
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

/** The last end of a directory, as the unpacking finds it; a second directory of 64 bits is nothing that we take. */
function findEnd(bytes: Buffer): number {
  const first = Math.max(0, bytes.length - endLength - commentMax)
  for (let at = bytes.length - endLength; at >= first; at--) {
    if (bytes.readUInt32LE(at) !== endSignature) continue
    if (at >= 20 && bytes.readUInt32LE(at - 20) === 0x07064b50) tooLarge()
    // What counts the files of this disk is what is unpacked, and the two differ in no honest archive.
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

/** What is told of a workbook that can't be read. */
export function damaged(): never {
  refuseFile('O arquivo XLSX está danificado. Abra-o na planilha, salve-o de novo e envie-o.')
}
