import { createWriteStream } from 'node:fs'
import { open, opendir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode, OperatorError } from '../errors.ts'
import { openRegularFile } from '../regular-file.ts'
import { type BackupTarget, maxListed, type StoredObject, tooManyObjects } from './target.ts'

/** A disk of another machine, such as NFS, or a removable one. */
export async function folderTarget(folder: string): Promise<BackupTarget> {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory())
    throw new OperatorError(`There is no folder ${folder}: create it, or mount the disk that it is on.`)
  const explained = async <T>(verb: string, action: () => Promise<T>): Promise<T> => {
    try {
      return await action()
    } catch (error) {
      throw explain(error, verb, folder)
    }
  }
  return {
    title: folder,
    list: (isKept) => explained('listed', () => listFolder(folder, isKept)),
    put: (name, bytes) => explained('written', () => writeWhole(folder, name, bytes)),
    read: async (name) => {
      const file = await openRegularFile(join(folder, name)).catch((error: unknown) => {
        if (errorCode(error) === 'ENOENT') return undefined
        throw explain(error, 'read', folder)
      })
      return file && readExplained(file.createReadStream(), folder)
    },
    delete: (name) => explained('changed', () => rm(join(folder, name), { force: true })),
    close: () => {},
  }
}

async function listFolder(
  folder: string,
  isKept: (name: string) => boolean,
): Promise<readonly StoredObject[]> {
  const objects: StoredObject[] = []
  let count = 0
  for await (const { name } of await opendir(folder)) {
    if (++count > maxListed) throw tooManyObjects(folder)
    if (!isKept(name)) continue
    const status = await stat(join(folder, name)).catch(() => undefined)
    if (status?.isFile()) objects.push({ name, bytes: status.size, modifiedAt: status.mtimeMs })
  }
  return objects
}

async function writeWhole(folder: string, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const partial = join(folder, `.${name}.partial`)
  try {
    const file = createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(Readable.from(bytes), file)
    await rename(partial, join(folder, name))
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {})
    throw error
  }
  await syncDirectory(folder)
}

async function* readExplained(file: AsyncIterable<Uint8Array>, folder: string): AsyncGenerator<Uint8Array> {
  try {
    yield* file
  } catch (error) {
    throw explain(error, 'read', folder)
  }
}

/** Errors of what is written there stay as they are. */
function explain(error: unknown, verb: string, folder: string): unknown {
  if (!(error instanceof Error && 'syscall' in error)) return error
  const code = errorCode(error)
  const reason = code === 'ENOSPC' || code === 'EDQUOT' ? 'its disk is full' : code
  return new OperatorError(`The folder ${folder} cannot be ${verb}: ${reason}.`, { cause: error })
}

/** Windows flushes names itself and opens no folder. */
async function syncDirectory(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using directory = await open(folder)
  await directory.sync()
}
