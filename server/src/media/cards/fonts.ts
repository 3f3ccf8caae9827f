import { readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { createRequire } from 'node:module'
import * as hb from 'harfbuzzjs'
import { LRUCache } from 'lru-cache'
import decompress from 'woff2-encoder/decompress'

/** Packages of fontsource, of which `unicode.json` lists the files by their characters. The first that has a character draws it. */
const families = [
  ...['geist', 'noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-thai', 'noto-sans-kr'],
  'noto-sans-sc',
] as const

const emojiFile = '@expo-google-fonts/noto-color-emoji/400Regular/NotoColorEmoji_400Regular.ttf'

/** Of the axis `wght`: between semibold and bold. */
const weight = 650

type Range = readonly [from: number, to: number]

/** A file of a family. */
interface Part {
  readonly file: string
  readonly ranges: readonly Range[]
}

/** A font for some characters. */
export interface Face {
  readonly font: hb.Font
  readonly unitsPerEm: number
  readonly hasColors: boolean
}

export interface Fonts {
  /** The key of the face for a grapheme; undefined: no font has it. */
  readonly faceOf: (grapheme: string) => string | undefined
  /** Opened when it is first used. */
  readonly open: (key: string) => Promise<Face>
}

/** Those of a few scripts at a time; an emoji face takes some megabytes. */
const maxOpenFaces = 12

const { resolve } = createRequire(import.meta.url)

export function loadFonts(): Fonts {
  const parts = families.flatMap(partsOf)
  const emoji = resolve(emojiFile)
  const faces = new LRUCache<string, Face>({
    max: maxOpenFaces,
    fetchMethod: (file) => (file === emoji ? openEmoji(file) : openText(file)),
  })
  return {
    faceOf: (grapheme) => {
      if (isEmoji.test(grapheme)) return emoji
      const needed = codePointsOf(grapheme)
      return parts.find(({ ranges }) => needed.every((code) => includes(ranges, code)))?.file
    },
    open: (file) => faces.forceFetch(file),
  }
}

const isEmoji = /\p{Emoji_Presentation}|\p{Extended_Pictographic}|\p{Regional_Indicator}|\u20e3/u

/** Without those that only join or select a form. */
function codePointsOf(grapheme: string): readonly number[] {
  const codes = Array.from(grapheme, (character) => character.codePointAt(0) ?? 0)
  return codes.filter((code) => code !== 0x200d && code !== 0xfe0f)
}

function includes(ranges: readonly Range[], code: number): boolean {
  return ranges.some(([from, to]) => code >= from && code <= to)
}

function partsOf(family: string): readonly Part[] {
  const folder = `@fontsource-variable/${family}`
  // Safe: the packages are pinned, and the file is a map of texts.
  const unicode = JSON.parse(readFileSync(resolve(`${folder}/unicode.json`), 'utf8')) as Record<
    string,
    string
  >
  return Object.entries(unicode).map(([part, ranges]) => ({
    file: resolve(`${folder}/files/${family}-${part.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: ranges.split(',').map(parseRange),
  }))
}

/** `U+1f600` or `U+1f600-1f64f`. */
function parseRange(text: string): Range {
  const [from = '', to = from] = text.replace(/^U\+/i, '').split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

async function openText(file: string): Promise<Face> {
  const face = openFace(await decompress(readFileSync(file)), false)
  face.font.setVariations([new hb.Variation('wght', weight)])
  return face
}

async function openEmoji(file: string): Promise<Face> {
  return openFace(await readTables(file, (tag) => tag !== 'SVG '), true)
}

function openFace(bytes: Uint8Array, hasColors: boolean): Face {
  const face = new hb.Face(new hb.Blob(new Uint8Array(bytes).buffer))
  return { font: new hb.Font(face), unitsPerEm: face.upem, hasColors }
}

/** Bytes of the header, and of each entry of the directory: tag, checksum, offset and length. */
const [headerBytes, entryBytes] = [12, 16]

/** A font (sfnt, OpenType 1.9) without some of its tables: those with the same glyphs in another format take 20 MB. */
async function readTables(path: string, isNeeded: (tag: string) => boolean): Promise<Uint8Array> {
  await using file = await open(path)
  const read = async (position: number, length: number) =>
    (await file.read(Buffer.alloc(length), 0, length, position)).buffer
  const header = await read(0, headerBytes)
  const directory = await read(headerBytes, header.readUInt16BE(4) * entryBytes)
  const entries = Array.from({ length: directory.length / entryBytes }, (_, index) =>
    directory.subarray(index * entryBytes, (index + 1) * entryBytes),
  ).filter((entry) => isNeeded(entry.toString('latin1', 0, 4)))
  header.writeUInt16BE(entries.length, 4)
  let offset = headerBytes + entries.length * entryBytes
  const tables: Buffer[] = []
  for (const entry of entries) {
    const [position, length] = [entry.readUInt32BE(8), entry.readUInt32BE(12)]
    tables.push(await read(position, length), Buffer.alloc(-length & 3))
    entry.writeUInt32BE(offset, 8)
    offset += length + (-length & 3)
  }
  return Buffer.concat([header, ...entries, ...tables])
}
