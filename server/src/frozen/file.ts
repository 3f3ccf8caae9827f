import { toHex } from '../crypto/hex.ts'
import { OperatorError } from '../errors.ts'

/** Below a base URL, as the contract makes it. */
export function fileName(hash: Uint8Array): string {
  return `${Buffer.from(hash).toString('hex')}.json`
}

const namePattern = /^([0-9a-f]{64})\.json$/

/** `undefined` for another name. */
export function hashOfFileName(name: string): Buffer | undefined {
  const [, digits] = namePattern.exec(name) ?? []
  return digits === undefined ? undefined : Buffer.from(digits, 'hex')
}

const fileStart = '{"data":"'
const fileEnd = '"}\n'

/** In the form of a gateway's response (EIP-3668). */
export function formatFile(content: Uint8Array): string {
  return `${fileStart}${toHex(content)}${fileEnd}`
}

/** In hex twice the bytes of 500 names with records of 64 KiB each: buckets have 8 KiB on average. */
export const maxFileBytes = 67_108_864

/** Returns the content. @throws OperatorError unless the text is what `formatFile` gives. */
export function parseFile(text: string): Buffer {
  const content = Buffer.from(text.slice(fileStart.length + 2, -fileEnd.length), 'hex')
  if (formatFile(content) === text) return content
  throw new OperatorError('It is not {"data":"0x…"} in lower case with a line feed.')
}
