import { createReadStream } from 'node:fs'
import { access, type FileHandle, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { UsageError } from '../../usage-error.ts'
import type { Part, Source, TableSummary } from '../copy/parts.ts'
import { decode, encode } from './format.ts'
import { linesOf } from './lines.ts'

interface WriteOptions {
  /** In milliseconds. */
  readonly takenAt: number
  /** Gives up when it is aborted, as after any failure with nothing left behind. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Writes a copy into a file, which is there only once it is whole and on disk, and gives what is in it. Nobody else may
 * read the file: it holds what payers have signed.
 *
 * @throws UsageError when there is such a file, or another backup is writing it.
 */
export const writeBackup = async (
  file: string,
  { migrations, parts }: Source,
  { takenAt, signal }: WriteOptions,
): Promise<readonly TableSummary[]> => {
  await assertAbsent(file)
  const partial = `${file}.partial`
  const handle = await create(partial)
  let tables: readonly TableSummary[] = []
  const noting = noteEnd(parts, (end) => {
    tables = end
  })
  try {
    const text = encode({ migrations, parts: noting }, takenAt)
    await pipeline(text, createGzip(), handle.createWriteStream({ flush: true }), { signal })
    await assertAbsent(file)
    await rename(partial, file)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
  await sync(dirname(file))
  return tables
}

async function* noteEnd(
  parts: AsyncIterable<Part>,
  note: (tables: readonly TableSummary[]) => void,
): AsyncGenerator<Part> {
  for await (const part of parts) {
    if (part.kind === 'end') note(part.tables)
    yield part
  }
}

/** Runs `use` on the copy in a file, which is read while it is used. */
export const withBackup = async <T>(file: string, use: (source: Source) => Promise<T>): Promise<T> => {
  if (!(await exists(file))) throw new UsageError(`There is no file ${file}.`)
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

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )

const assertAbsent = async (file: string): Promise<void> => {
  if (await exists(file)) throw new UsageError(`${file} exists already and is not overwritten.`)
}

const create = async (file: string): Promise<FileHandle> => {
  try {
    return await open(file, 'wx', 0o600)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    throw new UsageError(`${file} exists: another backup is writing it, or was killed; then remove it.`)
  }
}

/** Puts the names in a folder on disk. Windows does so itself and opens no folder. */
const sync = async (folder: string): Promise<void> => {
  if (process.platform === 'win32') return
  await using directory = await open(folder)
  await directory.sync()
}
