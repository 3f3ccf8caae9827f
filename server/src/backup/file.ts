import { createReadStream } from 'node:fs'
import { access, type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { errorCode } from '../error-code.ts'
import { OperatorError } from '../operator-error.ts'
import { describeError } from '../store/store.ts'
import type { DumpChunk, DumpSource, TableSummary } from './chunks.ts'
import { decode, encode } from './format.ts'
import { linesOf } from './json-lines.ts'

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
  const observedChunks = onEndChunk(chunks, (end) => {
    tables = end
  })
  try {
    const text = encode({ migrations, chunks: observedChunks }, takenAt)
    await pipeline(text, createGzip(), handle.createWriteStream({ flush: true }), { signal })
    await assertAbsent(file)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  await syncDirectory(dirname(file))
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
  if (!(await exists(file))) throw new OperatorError(`There is no file ${file}.`)
  const compressed = createReadStream(file)
  const text = createGunzip({ chunkSize: 256 * 1024 })
  compressed.on('error', (error) => text.destroy(error)).pipe(text)
  try {
    return await use(await decode(linesOf(text)))
  } finally {
    compressed.destroy()
    text.destroy()
  }
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}

async function assertAbsent(file: string): Promise<void> {
  if (await exists(file)) throw new OperatorError(`${file} exists already and is not overwritten.`)
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
