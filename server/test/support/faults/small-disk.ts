import { execFile } from 'node:child_process'
import { open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { errorCode } from '../../../src/errors.ts'
import { createFolder } from '../folders.ts'

export const noMount = 'This user may not mount a file system (mount -t tmpfs): run it as root on Linux.'

const run = promisify(execFile)

/** A small file system. */
export interface SmallDisk {
  readonly folder: string
  /** The file that `fill` writes. */
  readonly filler: string
  /** Fills the remaining space. */
  fill(): Promise<void>
  /** Uses up the remaining number of files. */
  fillFiles(): Promise<void>
  /** Frees what was filled. */
  free(): Promise<void>
  /** Mounts it again, as `ro`, `rw`. */
  remount(option: string): Promise<void>
}

/** Mounts one of this many megabytes until the end of the running test; undefined where this user may not mount. */
export async function mountSmallDisk(megabytes: number, options = ''): Promise<SmallDisk | undefined> {
  const folder = await createFolder('disk')
  const size = `size=${megabytes}m${options}`
  const isMounted = await run('mount', ['-t', 'tmpfs', '-o', size, 'byname-test', folder]).then(
    () => true,
    () => false,
  )
  onTestFinished(async () => {
    if (isMounted) await run('umount', ['--lazy', folder])
    await rm(folder, { recursive: true })
  })
  if (!isMounted) return undefined
  const [filler, files] = [join(folder, 'filler'), [] as string[]]
  return {
    folder,
    filler,
    fill: async () => {
      await using file = await open(filler, 'a')
      for (;;) {
        const written = await file.write(Buffer.alloc(4096)).catch(ignoreDiskFull)
        if (!written) return
      }
    },
    fillFiles: async () => {
      for (let count = 0; ; count++) {
        const file = join(folder, `filler-${count}`)
        const isWritten = await writeFile(file, '').then(() => true, ignoreDiskFull)
        if (!isWritten) return
        files.push(file)
      }
    },
    free: async () => {
      for (const file of [filler, ...files]) await rm(file, { force: true })
    },
    remount: async (option) => {
      await run('mount', ['-o', `remount,${option}`, folder])
    },
  }
}

function ignoreDiskFull(error: unknown): undefined {
  if (!['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')) throw error
}
