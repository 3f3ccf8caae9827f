import { Readable } from 'node:stream'
import type { ReadableStream as NodeReadableStream } from 'node:stream/web'
import type { Encrypter } from 'age-encryption'
import { deferImport } from '../async/defer-import.ts'
import { OperatorError } from '../errors.ts'

/** Files in the format of age (age-encryption.org/v1), in constant memory. */

const importAge = deferImport(() => import('age-encryption'), 'backups')

const firstLine = 'age-encryption.org/v1\n'

/** Of the header, also with a recipient of the kind that withstands quantum computers. */
const maxHeaderBytes = 16_384

/** @throws OperatorError those of `assertRecipient`. */
export async function encrypt(
  recipient: string,
  bytes: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const encrypter = await encrypterFor(recipient)
  return fromWeb(await encrypter.encrypt(toWeb(bytes)))
}

/** @throws OperatorError for text that is no recipient. */
export async function assertRecipient(recipient: string): Promise<void> {
  await encrypterFor(recipient)
}

async function encrypterFor(recipient: string): Promise<Encrypter> {
  const { Encrypter } = await importAge()
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
    return encrypter
  } catch {
    throw new OperatorError('BACKUP_RECIPIENT is mistyped: give the line age1… that belongs to the identity.')
  }
}

/**
 * @param identities Of age, `AGE-SECRET-KEY-…`.
 * @throws OperatorError also while the result is read, for another identity, and for bytes that were altered or cut.
 */
export async function decrypt(
  identities: readonly string[],
  bytes: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const { Decrypter } = await importAge()
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  try {
    const plain = await decrypter.decrypt(toWeb(withCheckedHeader(bytes)))
    return explained(fromWeb(plain))
  } catch (error) {
    throw explain(error)
  }
}

/** Passes on all bytes. @throws OperatorError while it is read, where the header is not that of one recipient. */
export async function* withCheckedHeader(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let head: Buffer | undefined = Buffer.alloc(0)
  for await (const chunk of bytes) {
    if (!head) {
      yield chunk
      continue
    }
    head = Buffer.concat([head, chunk])
    if (!hasWholeHeader(head)) continue
    yield head
    head = undefined
  }
  if (head) throw notEncrypted()
}

/** False where more has to be read. */
function hasWholeHeader(head: Buffer): boolean {
  const text = head.subarray(0, maxHeaderBytes).toString('latin1')
  if (!text.startsWith(firstLine.slice(0, text.length))) throw notEncrypted()
  const end = /\n--- [\w+/]{43}\n/.exec(text)
  if (!end) {
    if (head.length >= maxHeaderBytes) throw notEncrypted()
    return false
  }
  const stanzas = text.slice(firstLine.length - 1, end.index)
  if (/^\n-> (X25519 [\w+/]{43}|mlkem768x25519 [\w+/]+)(\n[\w+/]{0,64})+$/.test(stanzas)) return true
  throw new OperatorError('The backup is not encrypted to one recipient of age.')
}

/** Whether a file that begins with these bytes is one of age. */
export function isEncrypted(head: Uint8Array): boolean {
  return Buffer.from(head).toString('latin1').startsWith(firstLine)
}

/** Bytes that tell whether a file is encrypted. */
export const markBytes = firstLine.length

/** The identities in the text of a file as `age-keygen` writes it. @throws OperatorError without one. */
export function parseIdentities(text: string, file: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim())
  const identities = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const isUsable = (line: string) => /^AGE-SECRET-KEY-(PQ-)?1[02-9AC-HJ-NP-Z]{58}$/.test(line)
  if (identities.length > 0 && identities.length <= maxIdentities && identities.every(isUsable))
    return identities
  throw new OperatorError(`${file} is no file of identities of age: lines such as AGE-SECRET-KEY-1….`)
}

const maxIdentities = 20

export async function createIdentity(): Promise<{ readonly identity: string; readonly recipient: string }> {
  const { generateIdentity, identityToRecipient } = await importAge()
  const identity = await generateIdentity()
  return { identity, recipient: await identityToRecipient(identity) }
}

async function* explained(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* bytes
  } catch (error) {
    throw explain(error)
  }
}

function explain(error: unknown): Error {
  if (error instanceof OperatorError) return error
  if (error instanceof Error && /^no identity matched/.test(error.message))
    return new OperatorError('The backup is encrypted to another identity than the one that was given.')
  return new OperatorError('The backup cannot be decrypted: it was altered or cut.')
}

function notEncrypted(): OperatorError {
  return new OperatorError('The backup is not a whole encrypted file: it has no header of age.')
}

/** Safe: Node has one class, which its own types and those of the DOM declare twice, incompatibly. */
function toWeb(bytes: AsyncIterable<Uint8Array>): ReadableStream<Uint8Array> {
  return ReadableStream.from(bytes) as unknown as ReadableStream<Uint8Array>
}

/** As `toWeb`. */
function fromWeb(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  return Readable.fromWeb(stream as unknown as NodeReadableStream<Uint8Array>)
}
