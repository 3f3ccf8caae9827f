import { createHash } from 'node:crypto'
import { backUpInto } from '../store/copy/backup.ts'
import type { TableSummary } from '../store/copy/dump.ts'
import type { OnCopyProgress } from '../store/copy/operations.ts'
import { encrypt } from './encryption.ts'
import { backupName, manifestName, manifestText } from './manifest.ts'
import type { BackupTarget } from './target.ts'

interface MakeOptions {
  readonly databaseUrl: string
  readonly recipient: string
  /** Of Byname. */
  readonly version: string
  readonly now: number
  readonly signal?: AbortSignal
  readonly onProgress?: OnCopyProgress
}

interface MadeBackup {
  readonly name: string
  readonly takenAt: number
  readonly bytes: number
  readonly tables: readonly TableSummary[]
}

/**
 * Encrypts a snapshot while it is read, and stores it with its manifest, in constant memory.
 *
 * @throws OperatorError, leaving no backup that is complete.
 */
export async function makeBackup(target: BackupTarget, options: MakeOptions): Promise<MadeBackup> {
  const { recipient, version, now: takenAt } = options
  const name = backupName(takenAt)
  const hash = createHash('sha256')
  let bytes = 0
  const measured = async function* (source: AsyncIterable<Uint8Array>) {
    for await (const chunk of source) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }
  const tables = await backUpInto(options, async (compressed) =>
    target.put(name, measured(await encrypt(recipient, compressed))),
  )
  const manifest = manifestText({
    version,
    takenAt: new Date(takenAt).toISOString(),
    bytes,
    sha256: hash.digest('hex'),
    recipient,
    tables: tables.map(({ table, rows }) => ({ table, rows })),
  })
  await target.put(manifestName(name), oneChunk(manifest))
  return { name, takenAt, bytes, tables }
}

async function* oneChunk(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
