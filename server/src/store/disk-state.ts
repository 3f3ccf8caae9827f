import { randomUUID } from 'node:crypto'
import { closeSync, constants, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { errorCode } from '../errors.ts'

/** Below it, a database file cannot grow by more than some pages. */
const minFreeBytes = 65_536

export interface DiskSpace {
  /** For this user. */
  readonly freeBytes: number
  /** How many more files it can take; undefined on a file system without a fixed number. */
  readonly freeFiles: number | undefined
}

/** Of the file system of a folder; undefined if it cannot be read. */
export function readDiskSpace(folder: string): DiskSpace | undefined {
  try {
    const { bavail, bsize, files, ffree } = statfsSync(folder)
    return { freeBytes: bavail * bsize, freeFiles: files > 0 ? ffree : undefined }
  } catch {
    return undefined
  }
}

/** What to do if the disk of a file has no space left; undefined if it has some, or cannot be read. */
export function fullDiskAdvice(path: string): string | undefined {
  const folder = dirname(path)
  const space = readDiskSpace(folder)
  if (!space) return undefined
  const { freeBytes, freeFiles } = space
  if (freeBytes < minFreeBytes)
    return `The disk of ${folder} is full (${kilobytes(freeBytes)} kB free): free some space.`
  return freeFiles === 0 ? `The disk of ${folder} takes no more files (df -i): delete some.` : undefined
}

/** Such as `/data has 12 kB free`. */
export function describeSpace(folder: string): string {
  const space = readDiskSpace(folder)
  if (!space) return folder
  const files = space.freeFiles === 0 ? ' and takes no more files' : ''
  return `${folder} has ${kilobytes(space.freeBytes)} kB free${files}`
}

function kilobytes(bytes: number): number {
  return Math.floor(bytes / 1024)
}

/** More than SQLite needs to open a database: the index of its log has 32 KiB. */
const trialBytes = 131_072

/** The code of the system for why a file cannot be written beside this one, as `ENOSPC`, `EDQUOT`, `EROFS`; undefined if it can. */
export function folderFault(path: string): string | undefined {
  const trial = join(dirname(path), `.byname-space-${randomUUID()}`)
  try {
    const file = openSync(trial, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600)
    try {
      for (let written = 0; written < trialBytes; ) written += writeSync(file, Buffer.alloc(trialBytes))
      fsyncSync(file)
    } finally {
      closeSync(file)
      rmSync(trial, { force: true })
    }
    return undefined
  } catch (error) {
    return errorCode(error) ?? 'unknown'
  }
}
