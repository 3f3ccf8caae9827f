import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore } from '../../../src/store/store.ts'
import { createFolder } from '../folders.ts'

let migrated: Promise<Buffer> | undefined

/** Creates an SQLite file with the tables of this version: a copy, which takes a fraction of the time of migrating. */
export async function createMigratedSqlite(path: string): Promise<void> {
  migrated ??= migrateNewFile()
  await writeFile(path, await migrated, { mode: 0o600 })
}

async function migrateNewFile(): Promise<Buffer> {
  const folder = await createFolder('migrated')
  const path = join(folder, 'byname.db')
  try {
    const store = await openStore({ url: `sqlite:${path}` })
    await store.close()
    return await readFile(path)
  } finally {
    await rm(folder, { recursive: true })
  }
}
