import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { DiskSpace } from '../core/health/reasons.ts'

const sqlitePrefix = 'sqlite:'

/** The free space for this user in the data folder and, elsewhere, that of SQLite; without what cannot be read. */
export async function readFreeDisk(dataDir: string, databaseUrl: string): Promise<readonly DiskSpace[]> {
  const database = databaseUrl.startsWith(sqlitePrefix)
    ? dirname(databaseUrl.slice(sqlitePrefix.length))
    : dataDir
  const folders = { data: dataDir, ...(database !== dataDir && { database }) }
  const disks = await Promise.all(
    Object.entries(folders).map(async ([folder, path]) => {
      const disk = await statfs(path).catch(() => undefined)
      return disk ? [{ folder, freeBytes: disk.bavail * disk.bsize }] : []
    }),
  )
  return disks.flat()
}
