import type { Extension } from './media-file.ts'

/** Those that pixels need, and those without text that encoders add: chunks of a PNG, and of a WebP. */
const pngChunks = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'pHYs', 'gAMA', 'cHRM', 'sRGB'])
const webpChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'])
const webpFrameChunks = new Set(['VP8 ', 'VP8L', 'ALPH'])

const maxSmallChunk = 64
const smallChunks = new Set(['pHYs', 'gAMA', 'cHRM', 'sRGB'])

/**
 * The type of a file that has pixels and nothing else: no metadata, no comment, nothing behind its end. Undefined for any
 * other, also for a type that no image is stored as. It reads the container alone: whether the pixels can be decoded, a decoder
 * says.
 */
export function plainTypeOf(bytes: Uint8Array): Extension | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (isPlainPng(file)) return 'png'
  if (isPlainJpeg(file)) return 'jpg'
  return isPlainWebp(file) ? 'webp' : undefined
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

function isPlainPng(file: Buffer): boolean {
  if (!file.subarray(0, 8).equals(pngSignature)) return false
  for (let at = 8; at + 12 <= file.length; ) {
    const size = file.readUInt32BE(at)
    const type = file.toString('latin1', at + 4, at + 8)
    if (!pngChunks.has(type) || (smallChunks.has(type) && size > maxSmallChunk)) return false
    at += 12 + size
    if (type === 'IEND') return size === 0 && at === file.length
  }
  return false
}

const startOfImage = 0xd8
const endOfImage = 0xd9
const startOfScan = 0xda
/** Tables, frames and the interval of restarts. */
const tableMarkers = new Set([0xc0, 0xc1, 0xc2, 0xc4, 0xdb, 0xdd])
const jfifMarker = 0xe0
/** Without a thumbnail. */
const jfifBytes = 16

function isPlainJpeg(file: Buffer): boolean {
  if (file[0] !== 0xff || file[1] !== startOfImage) return false
  for (let at = 2; at + 4 <= file.length; ) {
    const marker = file[at + 1] ?? 0
    const size = file.readUInt16BE(at + 2)
    if (file[at] !== 0xff || size < 2) return false
    if (marker === jfifMarker) {
      if (size !== jfifBytes || file.toString('latin1', at + 4, at + 9) !== 'JFIF\0') return false
    } else if (marker !== startOfScan && !tableMarkers.has(marker)) return false
    at += 2 + size
    if (marker === startOfScan) at = endOfScan(file, at)
    if (file[at] === 0xff && file[at + 1] === endOfImage) return at + 2 === file.length
  }
  return false
}

/** The position of the next marker that is neither a byte of the scan nor a restart within it. */
function endOfScan(file: Buffer, start: number): number {
  let at = start
  for (;;) {
    at = file.indexOf(0xff, at)
    const next = at === -1 ? undefined : file[at + 1]
    if (next === undefined) return file.length
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
    at += 2
  }
}

function isPlainWebp(file: Buffer): boolean {
  if (file.length < 20 || file.toString('latin1', 0, 4) !== 'RIFF') return false
  if (file.toString('latin1', 8, 12) !== 'WEBP' || file.readUInt32LE(4) + 8 !== file.length) return false
  return hasChunks(webpChunks, file, 12)
}

/** Within a frame, before its own chunks. */
const frameHeaderBytes = 16

function hasChunks(types: ReadonlySet<string>, file: Buffer, start: number): boolean {
  let at = start
  while (at + 8 <= file.length) {
    const type = file.toString('latin1', at, at + 4)
    const size = file.readUInt32LE(at + 4)
    const end = at + 8 + size
    if (!types.has(type) || end > file.length) return false
    const isFrame = type === 'ANMF'
    if (isFrame && !hasChunks(webpFrameChunks, file.subarray(at + 8, end), frameHeaderBytes)) return false
    at = end + (size % 2)
  }
  return at === file.length
}
