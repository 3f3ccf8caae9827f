import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { errorCode } from '../error-code.ts'
import { AppError } from '../errors.ts'
import { contentTypeOf, type MediaFile } from './media-file.ts'

/** A stored image to be sent. The caller must consume or destroy the stream. */
export interface OpenedImage {
  readonly contentType: string
  readonly sizeBytes: number
  readonly stream: Readable
}

/** Images in a folder of this machine, or on a shared disk. */
interface Folder {
  /**
   * Stores a file; when this returns, it is on disk. Storing the same one again changes nothing.
   *
   * @throws AppError `ServiceUnavailableException` when the disk is full or not writable; nothing is left behind.
   */
  put(file: MediaFile): Promise<void>
  /** Opens an image, undefined for an unknown name. Invalid names access no file. */
  open(name: string): Promise<OpenedImage | undefined>
  /** Bytes of all images; 0 where the folder does not exist yet. */
  size(): Promise<number>
}

/** Opens a folder of images, which is created with the first one. */
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

    size: async () => {
      const entries = await opendir(path).catch(undefinedIfMissing)
      let total = 0
      for await (const { name } of entries ?? [])
        total += (await stat(join(path, name)).catch(undefinedIfMissing))?.size ?? 0
      return total
    },
  }
}

async function writeAtomically(path: string, { name, bytes }: MediaFile): Promise<void> {
  const created = await mkdir(path, { recursive: true })
  if (created) await syncDirectory(dirname(created))
  const temporary = join(path, `.${randomUUID()}`)
  try {
    await writeSynced(temporary, bytes)
    await rename(temporary, join(path, name))
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
  await syncDirectory(path)
}

/** System errors of a disk that is full, or temporarily not writable. */
const transientDiskErrorCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ESTALE'])

/** Maps errors of the disk to a public error with a cause; other errors stay. */
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

/** Flushes the names in a folder to disk. Windows does so itself and opens no folder. */
async function syncDirectory(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using directory = await open(folder)
  await directory.sync()
}
