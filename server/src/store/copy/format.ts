import { createHash } from 'node:crypto'
import { type FileHandle, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { z } from 'zod'
import { errorCode, OperatorError } from '../../errors.ts'
import { openRegularFile } from '../../regular-file.ts'
import { describeError } from '../describe-error.ts'
import { type DumpChunk, type DumpSource, linesOf, type TableSummary } from './dump.ts'

/** Lines of JSON: a header; each table's name and rows; a trailer with a checksum over header and table contents. */

/** Names end up in statements and in messages on a terminal. */
const identifier = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/)

const header = z.object({
  byname: z.literal('backup'),
  format: z.literal(1),
  migrations: z.array(z.string().regex(/^\d{4}-[a-z0-9-]{1,60}$/)).max(999),
  takenAt: z.iso.datetime(),
})

const tableLine = z.strictObject({ table: identifier, columns: z.array(identifier).max(100) })

const trailer = z.strictObject({
  tables: z.array(z.strictObject({ table: z.string(), rows: z.number(), sha256: z.string() })),
  checksum: z.string(),
})

/** `takenAt` is in milliseconds. */
async function* encode({ migrations, chunks }: DumpSource, takenAt: number): AsyncGenerator<string> {
  const headerRecord: z.infer<typeof header> = {
    byname: 'backup',
    format: 1,
    migrations: [...migrations],
    takenAt: new Date(takenAt).toISOString(),
  }
  const headerLine = JSON.stringify(headerRecord)
  yield `${headerLine}\n`
  for await (const chunk of chunks) yield `${encodeChunk(chunk, headerLine)}\n`
}

function encodeChunk(chunk: DumpChunk, headerLine: string): string {
  if (chunk.kind === 'rows') return chunk.lines.join('\n')
  if (chunk.kind === 'table') return JSON.stringify({ table: chunk.table, columns: chunk.columns })
  return JSON.stringify({ tables: chunk.tables, checksum: checksumOf(headerLine, chunk.tables) })
}

function checksumOf(headerLine: string, tables: readonly TableSummary[]): string {
  return createHash('sha256').update(headerLine).update(JSON.stringify(tables)).digest('hex')
}

/**
 * The caller compares the rows with the trailer.
 *
 * @throws OperatorError for an unknown header; while the parts are read, for a missing end, data after it, or a wrong
 * checksum.
 */
async function decode(batches: AsyncGenerator<readonly string[]>): Promise<DumpSource> {
  const { value } = await batches.next()
  const [headerLine = '', ...rest]: readonly string[] = value ?? []
  return {
    migrations: parseLine(header, headerLine).migrations,
    chunks: decodeChunks(headerLine, rest, batches),
  }
}

async function* decodeChunks(
  headerLine: string,
  rest: readonly string[],
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<DumpChunk> {
  let hasTable = false
  let end: DumpChunk | undefined
  for await (const lines of prepend(rest, batches)) {
    let rows: string[] = []
    for (const line of lines) {
      if (end) throw corruptBackupError('it continues after its end')
      if (line.startsWith('[')) {
        if (!hasTable) throw corruptBackupError('it has rows of no table')
        rows.push(line)
        continue
      }
      if (rows.length > 0) yield { kind: 'rows', lines: rows }
      rows = []
      if (line.startsWith('{"tables"')) end = decodeTrailer(line, headerLine)
      else yield { kind: 'table', ...parseLine(tableLine, line) }
      hasTable = true
    }
    if (rows.length > 0) yield { kind: 'rows', lines: rows }
  }
  if (!end) throw corruptBackupError('its end is missing')
  yield end
}

async function* prepend<T>(first: T, others: AsyncIterable<T>): AsyncGenerator<T> {
  yield first
  yield* others
}

function decodeTrailer(line: string, headerLine: string): DumpChunk {
  const { tables, checksum } = parseLine(trailer, line)
  if (checksum !== checksumOf(headerLine, tables)) throw corruptBackupError('it was altered')
  return { kind: 'end', tables }
}

function parseLine<T>(schema: z.ZodType<T>, line: string): T {
  try {
    return schema.parse(JSON.parse(line))
  } catch {
    throw corruptBackupError('it has a line that this version of Byname does not write')
  }
}

function corruptBackupError(how: string): OperatorError {
  return new OperatorError(`The backup cannot be used: ${how}.`)
}

interface WriteOptions {
  readonly takenAt: number
  readonly signal?: AbortSignal | undefined
}

/**
 * The file appears once it is complete and on disk, readable by its owner only: it contains payers' authorizations.
 *
 * @throws OperatorError when the file exists, another backup is writing it, or it cannot be created.
 */
export async function writeBackup(
  file: string,
  { migrations, chunks }: DumpSource,
  { takenAt, signal }: WriteOptions,
): Promise<readonly TableSummary[]> {
  await assertAbsent(file)
  const partial = `${file}.partial`
  const handle = await createFile(partial)
  let tables: readonly TableSummary[] = []
  try {
    const toFile = (compressed: Readable) =>
      pipeline(compressed, handle.createWriteStream({ flush: true }), { signal })
    tables = await compressBackup({ migrations, chunks }, { takenAt, signal }, toFile)
    await assertAbsent(file)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw isWriteError(error)
      ? new OperatorError(`The file ${file} cannot be written: ${problemOf(error)}`, { cause: error })
      : error
  }
  await syncDirectory(dirname(file))
  return tables
}

/** Of the file, and not of the database. */
function isWriteError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error && ['write', 'fsync'].includes(`${error.syscall}`)
}

function problemOf({ code, message }: NodeJS.ErrnoException): string {
  return code === 'ENOSPC' ? 'its disk is full: free some space, or choose another disk.' : message
}

/** Passes on the compressed text in constant memory; what `consume` throws ends it. */
export async function compressBackup(
  { migrations, chunks }: DumpSource,
  { takenAt, signal }: WriteOptions,
  consume: (compressed: Readable) => Promise<void>,
): Promise<readonly TableSummary[]> {
  let tables: readonly TableSummary[] = []
  const observedChunks = onEndChunk(chunks, (end) => {
    tables = end
  })
  const text = encode({ migrations, chunks: observedChunks }, takenAt)
  const compressed = createGzip()
  const consumed = consume(compressed).catch((error: unknown) => {
    compressed.destroy(error instanceof Error ? error : new Error('The backup cannot be written.'))
    throw error
  })
  const [produced, stored] = await Promise.allSettled([pipeline(text, compressed, { signal }), consumed])
  // A reader that fails closes what it reads, which is no reason.
  if (produced.status === 'rejected' && errorCode(produced.reason) !== 'ERR_STREAM_PREMATURE_CLOSE')
    throw produced.reason
  if (stored.status === 'rejected') throw stored.reason
  return tables
}

async function* onEndChunk(
  chunks: AsyncIterable<DumpChunk>,
  onEnd: (tables: readonly TableSummary[]) => void,
): AsyncGenerator<DumpChunk> {
  for await (const chunk of chunks) {
    if (chunk.kind === 'end') onEnd(chunk.tables)
    yield chunk
  }
}

export async function withBackup<T>(file: string, use: (source: DumpSource) => Promise<T>): Promise<T> {
  const handle = await openRegularFile(file).catch((error: unknown) => {
    throw errorCode(error) === 'ENOENT' ? new OperatorError(`There is no file ${file}.`) : error
  })
  return readBackup(handle.createReadStream(), use)
}

/** Of the compressed text, which is destroyed afterwards. Its errors are those of what reads it. */
export async function readBackup<T>(
  compressed: Readable,
  use: (source: DumpSource) => Promise<T>,
): Promise<T> {
  const text = createGunzip({ chunkSize: 256 * 1024 })
  compressed.on('error', (error) => text.destroy(error)).pipe(text)
  try {
    return await use(await decode(linesOf(text)))
  } finally {
    compressed.destroy()
    text.destroy()
  }
}

/** Neither is a link that leads nowhere: what it names may be a disk that is not mounted. */
async function assertAbsent(file: string): Promise<void> {
  const found = await lstat(file).catch(() => undefined)
  if (found) throw new OperatorError(`${file} exists already and is not overwritten.`)
}

async function createFile(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600)
  } catch (error) {
    const code = errorCode(error)
    if (code === 'EEXIST')
      throw new OperatorError(
        `${file} exists: another backup is writing it, or was killed. In the second case, remove it.`,
      )
    if (code === 'ENOENT')
      throw new OperatorError(`There is no folder ${dirname(file)}: create it, or choose another file.`)
    throw new OperatorError(`The file ${file} cannot be created: ${describeError(error)}`, { cause: error })
  }
}

/** Windows flushes names itself and opens no folder. */
async function syncDirectory(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using directory = await open(folder)
  await directory.sync()
}
