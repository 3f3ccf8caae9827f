import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { isEscrowName } from '../anchor/escrow.ts'
import { decrypt, parseIdentities } from '../backups/encryption.ts'
import { OperatorError } from '../errors.ts'
import { buildExportSchema } from '../http/openapi/export-schema.ts'
import { openRegularFile, readRegularFile } from '../regular-file.ts'
import { type WrittenExport, writeExportFolder } from './export-folder.ts'

interface OpenEscrow {
  /** An escrow, or a folder of them. */
  readonly path: string
  readonly identityFile: string
  /** Missing or empty. */
  readonly out: string
  readonly show: (progress: string) => void
}

const maxIdentityBytes = 65_536

/** The images of the records are not in it. @throws OperatorError as `writeExportFolder`, and for another identity. */
export async function openEscrow({ path, identityFile, out, show }: OpenEscrow): Promise<WrittenExport> {
  const identities = parseIdentities(readRegularFile(identityFile, maxIdentityBytes), identityFile)
  const file = await openRegularFile(await escrowFile(path))
  const compressed = Readable.from(await decrypt(identities, file.createReadStream()))
  const text = createGunzip()
  compressed.on('error', (error) => text.destroy(error))
  const lines = compressed.pipe(text).setEncoding('utf8')
  return writeExportFolder(out, {
    lines,
    readImage: async () => undefined,
    schema: buildExportSchema(),
    show,
  })
}

async function escrowFile(path: string): Promise<string> {
  if (!(await stat(path)).isDirectory()) return path
  const newest = (await readdir(path)).filter(isEscrowName).toSorted().at(-1)
  if (newest !== undefined) return join(path, newest)
  throw new OperatorError(`There is no escrow in ${path}: escrow-….jsonl.gz.age.`)
}
