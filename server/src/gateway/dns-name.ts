import { maxNameBytes } from '../ens/name.ts'
import { AppError } from '../errors.ts'
import { readUtf8 } from './abi-reader.ts'

/** Adds the first length byte and the terminator. */
const maximumWireBytes = maxNameBytes + 2

function malformed(problem: string): AppError {
  return new AppError('BadRequestException', `The DNS-encoded name ${problem}.`)
}

/** Rejects text by which two wire names would look equal. */
function readLabel(bytes: Uint8Array): string {
  const label = readUtf8(bytes)
  if (label.includes('.') || label.includes('\0')) throw malformed('has a dot or a NUL inside a label')
  return label
}

/**
 * Decodes ENSIP-10 without normalizing: the call's node hashes the exact text.
 * @throws BadRequestException for the root and for truncated, overlong, dotted or non-UTF-8 data.
 */
export function decodeDnsName(wire: Uint8Array): string[] {
  if (wire.length > maximumWireBytes) throw malformed(`is longer than ${maximumWireBytes} bytes`)
  const labels: string[] = []
  let at = 0
  for (let length = wire[at]; length !== 0; length = wire[at]) {
    if (length === undefined || at + length >= wire.length) throw malformed('is truncated')
    labels.push(readLabel(wire.subarray(at + 1, at + 1 + length)))
    at += 1 + length
  }
  if (at !== wire.length - 1) throw malformed('has an empty label or bytes behind its end')
  if (labels.length === 0) throw malformed('is the root')
  return labels
}
