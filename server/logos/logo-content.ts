import { hash } from 'node:crypto'
import { logoMaxBytes, type LogoType } from '../../contract/logos.ts'

/** Thrown when an image is refused. The message is shown to the user. */
export class LogoRefusedError extends Error {
  override readonly name = 'LogoRefusedError'
}

/** An image that passed the checks. */
export interface Logo {
  content: Buffer
  content_type: LogoType
  /** SHA-256 in hex. */
  digest: string
}

/** Maximum width and height in pixels. A small file can declare dimensions that exhaust the memory of a browser. */
const maxSide = 4096

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const jpegSignature = Buffer.from([0xff, 0xd8, 0xff])

/** Detects the image type by content, not by name. Throws LogoRefusedError. */
export function checkLogo(bytes: Buffer): Logo {
  if (bytes.length > logoMaxBytes) throw new LogoRefusedError('A imagem deve ter no máximo 256 KB.')
  const content_type = typeOf(bytes)
  checks[content_type](bytes)
  return { content: bytes, content_type, digest: hash('sha256', bytes) }
}

function typeOf(bytes: Buffer): LogoType {
  if (bytes.subarray(0, 8).equals(pngSignature)) return 'image/png'
  if (bytes.subarray(0, 3).equals(jpegSignature)) return 'image/jpeg'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
    return 'image/webp'
  throw new LogoRefusedError('A imagem deve ser PNG, JPEG ou WebP.')
}

const checks: Record<LogoType, (bytes: Buffer) => void> = {
  'image/png': checkPng,
  'image/jpeg': checkJpeg,
  'image/webp': checkWebp,
}

/** Throws unless the file consists of a header chunk and further chunks up to its end, and the size is valid. */
function checkPng(bytes: Buffer): void {
  let at = 8
  let type = ''
  for (let first = true; at + 12 <= bytes.length && type !== 'IEND'; first = false) {
    const length = bytes.readUInt32BE(at)
    type = bytes.toString('latin1', at + 4, at + 8)
    if (first) {
      if (type !== 'IHDR' || length !== 13) throw damaged()
      requireSize(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12))
    }
    at += 12 + length
  }
  if (type !== 'IEND' || at !== bytes.length) throw damaged()
}

/** Throws unless the file consists of segments up to the frame header, and the size in that header is valid. */
function checkJpeg(bytes: Buffer): void {
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes.readUInt8(at + 1)
    if (isFrameHeader(marker)) {
      requireSize(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5))
      return
    }
    // Fill bytes may precede a marker. They have the same value as its first byte.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  throw damaged()
}

/** Whether the marker is SOF0 to SOF15. The same range also contains DHT, JPG and DAC, which are not frame headers. */
function isFrameHeader(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** Throws unless the container header states the length of the file and the first chunk has a valid size. */
function checkWebp(bytes: Buffer): void {
  if (bytes.length < 30 || bytes.readUInt32LE(4) + 8 !== bytes.length) throw damaged()
  const chunk = bytes.toString('latin1', 12, 16)
  if (chunk === 'VP8X') requireSize(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
  else if (chunk === 'VP8L' && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21)
    requireSize((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1)
  } else if (chunk === 'VP8 ' && bytes.readUIntBE(23, 3) === 0x9d012a) {
    requireSize(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
  } else throw damaged()
}

function requireSize(width: number, height: number): void {
  if (width < 1 || height < 1) throw damaged()
  if (width > maxSide || height > maxSide)
    throw new LogoRefusedError('A imagem deve ter no máximo 4096 × 4096 pixels.')
}

function damaged(): LogoRefusedError {
  return new LogoRefusedError('A imagem está danificada.')
}
