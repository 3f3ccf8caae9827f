import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { OperatorError } from '../errors.ts'
import type { BackupTarget } from './target.ts'

/** An object beside the backup, written after it: without one, a backup is not complete. */

const format = 1

const manifestSchema = z.strictObject({
  byname: z.literal('encrypted-backup'),
  format: z.literal(format),
  /** Of Byname. */
  version: z.string().regex(/^[\w.+-]{1,40}$/),
  takenAt: z.iso.datetime(),
  /** Of the ciphertext, as `sha256`. */
  bytes: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  recipient: z.string().regex(/^age1[0-9a-z]{1,2100}$/),
  tables: z
    .array(
      z.strictObject({ table: z.string().regex(/^[a-z][a-z0-9_]{0,62}$/), rows: z.number().int().min(0) }),
    )
    .max(500),
})

export type Manifest = Omit<z.infer<typeof manifestSchema>, 'byname' | 'format'>

const newerSchema = z.looseObject({
  byname: z.literal('encrypted-backup'),
  format: z
    .number()
    .int()
    .min(format + 1),
  version: z.string().regex(/^[\w.+-]{1,40}$/),
})

export function manifestText(manifest: Manifest): string {
  const whole: z.infer<typeof manifestSchema> = { byname: 'encrypted-backup', format, ...manifest }
  return `${JSON.stringify(whole, null, 2)}\n`
}

const maxManifestBytes = 262_144

/**
 * @param name Of the backup.
 * @throws OperatorError for one that is absent, damaged or of a newer version.
 */
export async function readManifest(target: BackupTarget, name: string): Promise<Manifest> {
  const bytes = await target.read(manifestName(name))
  if (!bytes)
    throw new OperatorError(`${target.title} has no manifest of ${name}: its upload was not completed.`)
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > maxManifestBytes) throw damaged(name)
    chunks.push(chunk)
  }
  return parseManifest(Buffer.concat(chunks).toString('utf8'), name)
}

function parseManifest(text: string, name: string): Manifest {
  const value = parseJson(text, name)
  const newer = newerSchema.safeParse(value)
  if (newer.success)
    throw new OperatorError(
      `The backup ${name} is of a newer version of Byname (${newer.data.version}). Run that version or a later one.`,
    )
  const { success, data } = manifestSchema.safeParse(value)
  if (!success || timeOf(name) !== Math.floor(Date.parse(data.takenAt) / 1000) * 1000) throw damaged(name)
  return data
}

function parseJson(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged(name)
  }
}

function damaged(name: string): OperatorError {
  return new OperatorError(`The manifest of the backup ${name} is damaged.`)
}

/** Sorted as their times are. Two of a second differ. `takenAt` is in milliseconds since 1970. */
export function backupName(takenAt: number): string {
  const time = new Date(takenAt).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  return `byname-${time}-${randomBytes(4).toString('hex')}.age`
}

const names = /^byname-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-[0-9a-f]{8}\.age$/

export function isBackupName(name: string): boolean {
  return names.test(name)
}

/** Whether it is the name of a backup or of a manifest. */
export function isOwnName(name: string): boolean {
  return isBackupName(name.replace(/\.json$/, '.age'))
}

/** Milliseconds since 1970. */
export function timeOf(name: string): number {
  return Date.parse(name.replace(names, '$1-$2-$3T$4:$5:$6Z'))
}

/** Whether a backup, or that of a manifest, was taken by a time, in milliseconds since 1970. */
export function takenBy(name: string, time: number): boolean {
  return timeOf(name.replace(/\.json$/, '.age')) <= time
}

export function manifestName(name: string): string {
  return name.replace(/\.age$/, '.json')
}
