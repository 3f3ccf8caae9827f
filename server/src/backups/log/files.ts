import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** In the data folder: what a service that ships its log has there. */
function folderOf(dataDir: string): string {
  return join(dataDir, 'log-shipping')
}

/** For the owner only. */
export async function createFolder(dataDir: string): Promise<void> {
  await mkdir(folderOf(dataDir), { recursive: true, mode: 0o700 })
}

/** Held by the process that ships. */
export function lockPath(dataDir: string): string {
  return join(folderOf(dataDir), 'lock')
}

export function statusFile(dataDir: string): string {
  return join(folderOf(dataDir), 'status.json')
}

export function stateFile(dataDir: string): string {
  return join(folderOf(dataDir), 'state')
}

/** A segment behind a state of a generation, until it is stored. */
export function spoolOf(dataDir: string, generation: string, head: number): string {
  return join(folderOf(dataDir), `${generation}-${head}.spool`)
}

/** A process that was killed leaves one behind. */
export async function clearSpools(dataDir: string): Promise<void> {
  for (const name of await readdir(folderOf(dataDir)))
    if (name.endsWith('.spool')) await rm(join(folderOf(dataDir), name), { force: true })
}
