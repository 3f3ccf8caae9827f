import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { frameHeaderBytes, frameOffset, logHeaderBytes, parseFrame, parseLogHeader } from './frames.ts'

const frameBytes = frameHeaderBytes + 4096

/** As in the description of the format, in whole numbers without a bound. */
function checksum(words: readonly number[], [one, other]: readonly [number, number]): [number, number] {
  let [s0, s1] = [BigInt(one), BigInt(other)]
  for (let index = 0; index < words.length; index += 2) {
    s0 = (s0 + BigInt(words[index] ?? 0) + s1) % 2n ** 32n
    s1 = (s1 + BigInt(words[index + 1] ?? 0) + s0) % 2n ** 32n
  }
  return [Number(s0), Number(s1)]
}

function wordsOf(bytes: Buffer, isLittleEndian: boolean): readonly number[] {
  return Array.from({ length: bytes.length / 4 }, (_, index) =>
    isLittleEndian ? bytes.readUInt32LE(4 * index) : bytes.readUInt32BE(4 * index),
  )
}

/** A log of one frame, as a machine of this byte order writes it. */
function writeLog(isLittleEndian: boolean): Buffer {
  const log = Buffer.concat([Buffer.alloc(logHeaderBytes), Buffer.alloc(frameHeaderBytes), randomBytes(4096)])
  const put = (offset: number, words: readonly number[]) => {
    for (const [index, word] of words.entries()) log.writeUInt32BE(word, offset + 4 * index)
  }
  put(0, [isLittleEndian ? 0x377f0682 : 0x377f0683, 3_007_000, 4096, 7, 0xfffffff0, 0x89abcdef])
  const header = checksum(wordsOf(log.subarray(0, 24), isLittleEndian), [0, 0])
  put(24, header)
  put(32, [5, 9, 0xfffffff0, 0x89abcdef])
  const head = checksum(wordsOf(log.subarray(32, 40), isLittleEndian), header)
  put(48, checksum(wordsOf(log.subarray(56), isLittleEndian), head))
  return log
}

describe('The frames of a log', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'byname-frames-'))
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  it('rule: are those that SQLite has written, in their order, each with its page', () => {
    const path = join(folder, 'written.db')
    const database = new DatabaseSync(path)
    database.exec('pragma journal_mode = wal; create table pieces (text text); insert into pieces values (1)')
    const bytes = readFileSync(`${path}-wal`)
    const { log } = database.prepare('pragma wal_checkpoint(noop)').get() ?? {}
    const header = parseLogHeader(bytes)
    if (!header) throw new Error('It has no header.')
    let before = header.checksum
    for (let index = 0; index < Number(log); index++) {
      const offset = frameOffset(index, header.pageSize)
      const frame = parseFrame(bytes.subarray(offset, offset + frameBytes), header, before)
      expect(frame?.page).toBeGreaterThan(0)
      if (frame) before = frame.checksum
    }
    database.close()
  })

  it.each([true, false])('rule: have the checksums of the format (little-endian: %s)', (isLittleEndian) => {
    const log = writeLog(isLittleEndian)
    const header = parseLogHeader(log)
    if (!header) throw new Error('It has no header.')
    expect(parseFrame(log.subarray(32), header, header.checksum)).toMatchObject({ page: 5, size: 9 })
    for (let bit = 0; bit < 8 * log.length; bit += 61) {
      const changed = Buffer.from(log)
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      const altered = parseLogHeader(changed)
      const frame = altered && parseFrame(changed.subarray(32), altered, altered.checksum)
      expect(frame, `bit ${bit}`).toBeUndefined()
    }
  })

  it('rule: bytes that are too few or of another file begin no log', () => {
    const log = writeLog(true)
    for (const bytes of [Buffer.alloc(0), log.subarray(0, 31), Buffer.from('SQLite format 3'.padEnd(32))])
      expect(parseLogHeader(bytes)).toBeUndefined()
  })
})
