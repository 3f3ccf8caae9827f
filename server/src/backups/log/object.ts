import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { OperatorError } from '../../errors.ts'
import type { Page } from '../../store/sqlite/log/page-log.ts'
import { decrypt, encrypt } from '../encryption.ts'
import type { BackupTarget } from '../target.ts'
import { ByteReader } from './byte-reader.ts'
import { type LogObjectName, logObjectName } from './names.ts'

/**
 * An object of a shipped log: a line of JSON, then for each page its number in four bytes, big-endian, and its bytes;
 * compressed by gzip and encrypted by age. The ids of states are secrets of those who can decrypt: with no more than the
 * recipient and the right to write, no object can be made that continues a chain.
 */

const format = 1
const id = z.string().regex(/^[0-9a-f]{32}$/)
/** A terabyte of pages of the usual size. */
const maxPages = 2 ** 28

const headerSchema = z.strictObject({
  byname: z.literal('log'),
  format: z.literal(format),
  /** Of Byname. */
  version: z.string().regex(/^[\w.+-]{1,40}$/),
  generation: z.string().max(40),
  from: z.number().int().min(0),
  to: z.number().int().min(0),
  /** Of the state before its first; null: of a base, which needs none. */
  after: id.nullable(),
  /** Of the state that it makes. */
  makes: id,
  pageSize: z.number().refine((size) => size >= 512 && size <= 65_536 && Number.isInteger(Math.log2(size))),
  /** Of the database, in pages. */
  size: z.number().int().min(1).max(maxPages),
  /** How many follow. */
  pages: z.number().int().min(0).max(maxPages),
  /** All that was committed before is in the state that it makes; of a base, none is. */
  at: z.iso.datetime(),
})

export type LogHeader = Omit<z.infer<typeof headerSchema>, 'byname' | 'format'>

const newerSchema = z.looseObject({
  byname: z.literal('log'),
  format: z
    .number()
    .int()
    .min(format + 1),
  version: z.string().regex(/^[\w.+-]{1,40}$/),
})

/** Fast: it is done every few seconds. */
const compressionLevel = 1

/** The ciphertext. Errors of `pages` are those of its reader. */
export async function encodeLogObject(
  header: LogHeader,
  pages: AsyncIterable<Page>,
  recipient: string,
): Promise<AsyncIterable<Uint8Array>> {
  const compressed = createGzip({ level: compressionLevel })
  // Its error is that of `compressed`.
  pipeline(plainBytes(header, pages), compressed).catch(() => {})
  return encrypt(recipient, compressed)
}

async function* plainBytes(header: LogHeader, pages: AsyncIterable<Page>): AsyncGenerator<Uint8Array> {
  const line: z.infer<typeof headerSchema> = { byname: 'log', format, ...header }
  yield Buffer.from(`${JSON.stringify(line)}\n`)
  let chunk: Uint8Array[] = []
  for await (const { number, bytes } of pages) {
    const head = Buffer.allocUnsafe(4)
    head.writeUInt32BE(number)
    chunk.push(head, bytes)
    if (chunk.length < 2 * pagesInChunk) continue
    yield Buffer.concat(chunk)
    chunk = []
  }
  if (chunk.length > 0) yield Buffer.concat(chunk)
}

/** Each chunk takes turns of the event loop, which are long under load. */
const pagesInChunk = 64

export interface OpenedLogObject {
  readonly header: LogHeader
  /** In the order of their numbers. Only when it has ended without an error, they are what was stored. */
  readonly pages: AsyncGenerator<Page>
}

/**
 * @param use Its reader; without it, nothing stays open.
 * @throws OperatorError, also while pages are read, for an object that is not there, was altered, cut or swapped.
 */
export async function readLogObject<T>(
  target: BackupTarget,
  name: LogObjectName,
  {
    identities,
    use,
  }: { readonly identities: readonly string[]; readonly use: (object: OpenedLogObject) => Promise<T> },
): Promise<T> {
  const text = logObjectName(name)
  const ciphertext = await target.read(text)
  if (!ciphertext) throw new OperatorError(`${target.title} has no ${text}.`)
  const plain = createGunzip()
  const compressed = await decrypt(identities, ciphertext)
  let cause: unknown
  const piped = pipeline(compressed, plain).catch((error: unknown) => {
    cause = error
  })
  const reader = new ByteReader(plain)
  try {
    const header = parseHeader(await reader.takeLine(4096), name)
    return await use({ header, pages: readPages(reader, header) })
  } catch (error) {
    plain.destroy()
    await piped
    throw explain(text, cause instanceof OperatorError ? cause : error)
  } finally {
    await reader.close()
    plain.destroy()
  }
}

async function* readPages(reader: ByteReader, { pages, pageSize, size }: LogHeader): AsyncGenerator<Page> {
  let last = 0
  for (let index = 0; index < pages; index++) {
    const record = await reader.take(4 + pageSize)
    const number = record.readUInt32BE()
    if (number <= last || number > size)
      throw new OperatorError('It has pages that are not of this database.')
    last = number
    yield { number, bytes: record.subarray(4) }
  }
  await reader.assertEnd()
}

function parseHeader(line: string, { generation, from, to }: LogObjectName): LogHeader {
  const value = parseJson(line)
  const newer = newerSchema.safeParse(value)
  if (newer.success)
    throw new OperatorError(
      `It is of a newer version of Byname (${newer.data.version}). Run that version or a later one.`,
    )
  const { success, data } = headerSchema.safeParse(value)
  if (!success) throw new OperatorError('Its header is damaged.')
  if (data.generation !== generation || data.from !== from || data.to !== to)
    throw new OperatorError('It is another object than its name says.')
  return data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Errors of zlib say that bytes are not what was written. */
function explain(name: string, error: unknown): unknown {
  if (error instanceof OperatorError) return new OperatorError(`${name} cannot be used: ${error.message}`)
  const isCompression = error instanceof Error && 'code' in error && /^(Z_|ERR_STREAM)/.test(`${error.code}`)
  return isCompression ? new OperatorError(`${name} cannot be used: it was altered or cut.`) : error
}
