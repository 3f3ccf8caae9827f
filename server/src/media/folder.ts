import { randomUUID } from 'node:crypto'
import { mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { errorCode } from '../error-code.ts'
import { AppError } from '../errors.ts'
import { contentTypeOf, type MediaFile } from './media-file.ts'

/** A kept image, to be sent. Whoever takes the stream ends it. */
export interface OpenedImage {
  readonly contentType: string
  readonly sizeBytes: number
  readonly stream: Readable
}

/** Images in a folder of this machine, or on a disk that several share. */
interface Folder {
  /**
   * Keeps a file; when this returns, it is on disk. Keeping the same one again changes nothing.
   *
   * @throws AppError `ServiceUnavailableException` when the disk takes nothing now; nothing is left behind.
   */
  put(file: MediaFile): Promise<void>
  /** Opens an image, undefined when there is none of that name. Whatever is no name of ours touches no file. */
  open(name: string): Promise<OpenedImage | undefined>
  /** Bytes of all images; 0 where the folder does not exist yet. */
  size(): Promise<number>
}

/** A folder of images; it is made when the first one comes. */
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

/** What the system says of a disk that is full, or that cannot be written for now. */
const transientDiskErrorCodes = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ESTALE'])

/** The failure that a caller gets to see of the disk's, which is its cause; every other error as it is. */
function asServiceUnavailable(error: unknown): unknown {
  const code = errorCode(error) ?? ''
  if (!transientDiskErrorCodes.has(code)) return error
  const sentence = 'Images cannot be kept now; try again.'
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

/** Puts the names in a folder on disk. Windows does so itself and opens no folder. */
async function syncDirectory(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  await using directory = await open(folder)
  await directory.sync()
}
