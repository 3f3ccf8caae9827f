import { randomUUID } from 'node:crypto'
import { access, constants, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError, errorCode } from '../errors.ts'
import { contentTypeOf, type MediaFile } from './media-file.ts'

/** The caller must consume or destroy the stream. */
export interface OpenedImage {
  readonly contentType: string
  readonly sizeBytes: number
  readonly stream: Readable
}

interface Folder {
  /**
   * Flushes to disk. Idempotent.
   *
   * @throws AppError `ServiceUnavailableException` when the disk is full or not writable; nothing is left behind.
   */
  put(file: MediaFile): Promise<void>
  /** Undefined for an unknown name; an invalid one accesses no file. */
  open(name: string): Promise<OpenedImage | undefined>
  /** `name` is one of an image. */
  has(name: string): Promise<boolean>
  /** Without effect if it is gone; `name` is one of an image. */
  delete(name: string): Promise<void>
  /** Removes temporary files that were last written before this time. */
  deleteUnfinished(before: number): Promise<void>
  /** Bytes of all images; 0 without the folder. */
  size(): Promise<number>
  /** Why images cannot be stored; undefined where they can. */
  check(): Promise<string | undefined>
}

/** The first image creates the folder. */
export function mediaFolder(path: string): Folder {
  return {
    put: (file) =>
      writeAtomically(path, file).catch((error: unknown) => {
        throw asServiceUnavailable(error)
      }),

    open: async (name) => {
      const contentType = contentTypeOf(name)
      if (!contentType) return undefined
      const file = await open(join(path, name)).catch(undefinedIfMissing)
      if (!file) return undefined
      const { size } = await file.stat()
      return { contentType, sizeBytes: size, stream: file.createReadStream() }
    },

    has: async (name) => (await stat(join(path, name)).catch(undefinedIfMissing))?.isFile() === true,

    delete: (name) => rm(join(path, name), { force: true }),

    deleteUnfinished: async (before) => {
      for await (const { name } of (await opendir(path).catch(undefinedIfMissing)) ?? []) {
        if (!name.startsWith(temporaryPrefix)) continue
        const status = await stat(join(path, name)).catch(undefinedIfMissing)
        if (status?.isFile() && status.mtimeMs < before) await rm(join(path, name), { force: true })
      }
    },

    size: async () => {
      const entries = await opendir(path).catch(undefinedIfMissing)
      let total = 0
      for await (const { name } of entries ?? [])
        total += (await stat(join(path, name)).catch(undefinedIfMissing))?.size ?? 0
      return total
    },

    check: async () => {
      const code = await writableError(path)
      const reason = code === 'ENOENT' ? await writableError(dirname(path)) : code
      return reason && `the folder of images is not writable (${reason})`
    },
  }
}

/** The error code; undefined for a folder that is writable. */
async function writableError(path: string): Promise<string | undefined> {
  try {
    if (!(await stat(path)).isDirectory()) return 'ENOTDIR'
    await access(path, constants.W_OK)
    return undefined
  } catch (error) {
    return errorCode(error) ?? 'unknown'
  }
}

/** No image has it. */
const temporaryPrefix = '.'

async function writeAtomically(path: string, { name, bytes }: MediaFile): Promise<void> {
  const created = await mkdir(path, { recursive: true })
  if (created) await syncDirectory(dirname(created))
  const temporary = join(path, `${temporaryPrefix}${randomUUID()}`)
  try {
    await writeSynced(temporary, bytes)
    await rename(temporary, join(path, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncDirectory(path)
}

const transientDiskErrorCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ESTALE'])

function asServiceUnavailable(error: unknown): unknown {
  const code = errorCode(error) ?? ''
  if (!transientDiskErrorCodes.has(code)) return error
  const sentence = 'Images cannot be stored at the moment. Retry later.'
  return new AppError('ServiceUnavailableException', sentence, { cause: error })
}

function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'wx')
  await file.writeFile(bytes)
  await file.sync()
}

/** Windows flushes names itself and opens no folder. */
async function syncDirectory(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using directory = await open(folder)
  await directory.sync()
}
