import { closeSync, fstatSync, openSync, read, statSync } from 'node:fs'
import { promisify } from 'node:util'

const readAt = promisify(read)

/** Left open until the process ends: closing one would release the locks that SQLite has on the file in this process. */
const openFiles = new Map<string, number>()

/** To read the file of a database that this process has open with SQLite. */
export function openDatabaseFile(path: string): number {
  const { dev, ino } = statSync(path)
  const id = `${dev} ${ino}`
  const known = openFiles.get(id)
  // A number of a file may be that of a later one.
  if (known !== undefined && fstatSync(known).nlink > 0) return known
  const file = openSync(path, 'r')
  openFiles.set(id, file)
  return file
}

export function openLogFile(path: string): { readonly file: number; readonly close: () => void } {
  const file = openSync(`${path}-wal`, 'r')
  return { file, close: () => closeSync(file) }
}

/** Zeros for what is behind the end of the file. */
export async function readBytes(file: number, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length)
  let done = 0
  while (done < length) {
    const { bytesRead } = await readAt(file, bytes, done, length - done, offset + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  return bytes
}
