import { statfsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

const minFreeBytes = 4 * 2 ** 30

/** In memory where that has room: no test needs its files after a loss of power, so no commit has to wait for a disk. */
export const temporaryFolders = hasRoom('/dev/shm') ? '/dev/shm' : tmpdir()

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize >= minFreeBytes
  } catch {
    return false
  }
}

/** Creates a folder with `name` in its own, which the caller removes. */
export function createFolder(name: string): Promise<string> {
  return mkdtemp(join(temporaryFolders, `byname-${name}-`))
}

/** Creates a folder that is removed after the running test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await createFolder('test')
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}
