import { execFile } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const run = promisify(execFile)

/** A file system of its own, which is soon full. */
export interface SmallDisk {
  readonly folder: string
  /** Takes all the room that is left. */
  fill(): Promise<void>
  /** Gives it back. */
  free(): Promise<void>
}

/** Mounts one of so many megabytes until the running test is over; undefined where this user may not mount. */
export async function mountSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'byname-disk-'))
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
        const written = await file.write(Buffer.alloc(4096)).catch(unlessFull)
        if (!written) return
      }
    },
    free: () => rm(filler, { force: true }),
  }
}

function unlessFull(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOSPC') throw error
}
