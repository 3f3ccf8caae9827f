import { OperatorError } from '../errors.ts'
import { isBackupName, isOwnName, type Manifest, manifestName, readManifest } from './manifest.ts'
import type { BackupTarget, StoredObject } from './target.ts'

export interface FoundBackup {
  readonly name: string
  readonly bytes: number
  /** Undefined: not complete, or not usable. */
  readonly manifest: Manifest | undefined
  /** Why it has none. */
  readonly problem: string | undefined
}

/** Objects that this service names so; others are left alone. */
export function listOwnObjects(target: BackupTarget): Promise<readonly StoredObject[]> {
  return target.list(isOwnName)
}

/** The newest first, each read when it is asked for. */
export async function* readBackups(
  target: BackupTarget,
  objects: readonly StoredObject[],
): AsyncGenerator<FoundBackup> {
  const known = new Set(objects.map(({ name }) => name))
  const backups = objects.filter(({ name }) => isBackupName(name))
  for (const { name, bytes } of backups.toSorted((one, other) => (one.name < other.name ? 1 : -1)))
    yield known.has(manifestName(name))
      ? await readBackup(target, name, bytes)
      : { name, bytes, manifest: undefined, problem: 'its upload was not completed' }
}

async function readBackup(target: BackupTarget, name: string, bytes: number): Promise<FoundBackup> {
  try {
    const manifest = await readManifest(target, name)
    if (manifest.bytes === bytes) return { name, bytes, manifest, problem: undefined }
    const problem = `it has ${bytes} bytes, and ${manifest.bytes} in its manifest`
    return { name, bytes, manifest: undefined, problem }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return { name, bytes, manifest: undefined, problem: error.message }
  }
}

export interface CompleteBackup {
  readonly name: string
  readonly manifest: Manifest
}

/** Of damaged ones that are newer, a few may come before it. */
const maxTried = 50

/** Undefined without a complete one. */
export async function findNewest(
  target: BackupTarget,
  objects: readonly StoredObject[],
): Promise<CompleteBackup | undefined> {
  let tried = 0
  for await (const { name, manifest } of readBackups(target, objects)) {
    if (manifest) return { name, manifest }
    if (++tried >= maxTried) return undefined
  }
  return undefined
}

/** The named one, or the newest that is complete. @throws OperatorError without one. */
export async function findBackup(target: BackupTarget, name: string | undefined): Promise<CompleteBackup> {
  if (name !== undefined) return { name, manifest: await readManifest(target, assertBackupName(name)) }
  const newest = await findNewest(target, await listOwnObjects(target))
  if (newest) return newest
  throw new OperatorError(`${target.title} has no complete backup.`)
}

function assertBackupName(name: string): string {
  if (isBackupName(name)) return name
  throw new OperatorError(`${name} is not the name of a backup: byname backups list has them.`)
}
