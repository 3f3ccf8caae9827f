import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { OperatorError } from './errors.ts'

/** Of a pipe without a writer, an open that blocks would never return. */
const flags = constants.O_RDONLY | constants.O_NONBLOCK

/**
 * Opens a file to read it; the caller closes it.
 * @throws OperatorError for a folder, a pipe, a socket and a device, which may have no end; errors of the system, as for a file that is not there.
 */
export async function openRegularFile(path: string): Promise<FileHandle> {
  assertRegularFile(path)
  const file = await open(path, flags)
  try {
    assertRegular(path, await file.stat())
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/**
 * The text of a small file, with U+FFFD for what is not UTF-8.
 * @throws OperatorError as `openRegularFile`, and for a file of more than `maxBytes`.
 */
export function readRegularFile(path: string, maxBytes: number): string {
  const file = openSync(path, flags)
  try {
    const stats = fstatSync(file)
    assertRegular(path, stats)
    if (stats.size > maxBytes) throw tooLarge(path, maxBytes)
    // It may change meanwhile.
    const buffer = Buffer.alloc(stats.size + 1)
    let length = 0
    for (let read = -1; read !== 0 && length < buffer.length; length += read)
      read = readSync(file, buffer, length, buffer.length - length, null)
    if (length > stats.size)
      throw new OperatorError(`${path} grows while it is read: try again when it is complete.`)
    return buffer.toString('utf8', 0, length)
  } finally {
    closeSync(file)
  }
}

function tooLarge(path: string, maxBytes: number): OperatorError {
  return new OperatorError(`${path} is too large: it has more than ${maxBytes.toLocaleString('en')} bytes.`)
}

/** For a path that a library opens. @throws OperatorError as `openRegularFile`. */
export function assertRegularFile(path: string): void {
  assertRegular(path, statSync(path))
}

function assertRegular(path: string, stats: Stats): void {
  if (!stats.isFile()) throw new OperatorError(`${path} is ${kindOf(stats)}: give a file.`)
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}
