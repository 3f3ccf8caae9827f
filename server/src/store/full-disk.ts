import { statfsSync } from 'node:fs'
import { dirname } from 'node:path'

/** Below it, a database file cannot grow by more than some pages. */
const minFreeBytes = 65_536

/** What to do if the disk of a file has no space left; undefined if it has some, or cannot be read. */
export function fullDiskAdvice(path: string): string | undefined {
  const folder = dirname(path)
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize < minFreeBytes ? `The disk of ${folder} is full: free some space.` : undefined
  } catch {
    return undefined
  }
}
