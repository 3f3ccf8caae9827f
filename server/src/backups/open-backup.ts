import { createHash } from 'node:crypto'
import { OperatorError } from '../errors.ts'
import type { CompleteBackup } from './find.ts'
import type { BackupTarget } from './target.ts'

/**
 * The ciphertext of a backup. Its last bytes come only when all of them are as its manifest says.
 *
 * @throws OperatorError, while it is read, for other bytes, and for more or fewer of them.
 */
export async function* openBackup(
  target: BackupTarget,
  { name, manifest }: CompleteBackup,
): AsyncGenerator<Uint8Array> {
  const bytes = await target.read(name)
  if (!bytes) throw new OperatorError(`${target.title} has no ${name}.`)
  const hash = createHash('sha256')
  let length = 0
  let held: Uint8Array | undefined
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > manifest.bytes) throw changed(name, 'it is longer than its manifest says')
    hash.update(chunk)
    if (held) yield held
    held = chunk
  }
  if (length < manifest.bytes) throw changed(name, 'it is shorter than its manifest says')
  if (hash.digest('hex') !== manifest.sha256) throw changed(name, 'its hash is not that of its manifest')
  if (held) yield held
}

function changed(name: string, how: string): OperatorError {
  return new OperatorError(`The backup ${name} is not what was uploaded: ${how}.`)
}
