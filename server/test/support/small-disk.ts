import { execFile } from 'node:child_process'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { createFolder } from './create-folder.ts'

const run = promisify(execFile)

/** A small file system. */
export interface SmallDisk {
  readonly folder: string
  /** Fills the remaining space. */
  fill(): Promise<void>
  /** Frees it. */
  free(): Promise<void>
}

/** Mounts one of this many megabytes until the end of the running test; undefined where this user may not mount. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await createFolder('disk')
  const isMounted = await run('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m`,
    'byname-test',
    folder,
  ]).then(
    () => true,
    () => false,
  )
  onTestFinished(async () => {
    if (isMounted) await run('umount', ['--lazy', folder])
    await rm(folder, { recursive: true })
  })
  if (!isMounted) return undefined
  const filler = join(folder, 'filler')
  return {
    folder,
    fill: async () => {
      await using file = await open(filler, 'a')
      for (;;) {
        const written = await file.write(Buffer.alloc(4096)).catch(ignoreDiskFull)
        if (!written) return
      }
    },
    free: () => rm(filler, { force: true }),
  }
}

function ignoreDiskFull(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOSPC') throw error
}
