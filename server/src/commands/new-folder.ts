import { randomBytes } from 'node:crypto'
import { lstat, mkdir, readdir, realpath, rename, rm, rmdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { errorCode, OperatorError } from '../errors.ts'

interface Draft {
  /** Becomes the new folder. */
  readonly folder: string
  /** Beside it, for what is needed meanwhile. */
  readonly work: string
}

/**
 * Makes a folder that appears as a whole, or not at all. Nothing that is there is replaced.
 *
 * @throws OperatorError for a file, and for a folder that has files.
 */
export async function makeFolder<T>(path: string, write: (draft: Draft) => Promise<T>): Promise<T> {
  const out = await realPath(path)
  await assertEmpty(out)
  const work = `${out}.partial-${randomBytes(4).toString('hex')}`
  const folder = join(work, 'new')
  await mkdir(folder, { recursive: true })
  try {
    const result = await write({ folder, work })
    await removeIfEmpty(out)
    await rename(folder, out)
    return result
  } finally {
    await rm(work, { recursive: true })
  }
}

/** A link to a folder stands for that folder. @throws OperatorError for a link that leads nowhere. */
async function realPath(path: string): Promise<string> {
  return await realpath(path).catch(async (error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
    if (await lstat(path).catch(() => undefined))
      throw new OperatorError(
        `${path} is a link to a folder that is not there: make it, or give another one.`,
      )
    return resolve(path)
  })
}

async function assertEmpty(out: string): Promise<void> {
  const files = await readdir(out).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return []
    if (errorCode(error) === 'ENOTDIR') throw new OperatorError(`${out} is a file: give a new folder.`)
    throw error
  })
  if (files.length > 0) throw new OperatorError(`${out} has files: give a new folder, or an empty one.`)
}

async function removeIfEmpty(out: string): Promise<void> {
  await rmdir(out).catch((error: unknown) => {
    if (errorCode(error) !== 'ENOENT') throw error
  })
}
