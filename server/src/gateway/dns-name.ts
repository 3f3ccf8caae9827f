import { maxNameBytes } from '../ens/name.ts'
import { AppError } from '../errors.ts'
import { readUtf8 } from './abi-reader.ts'

/** A wire name has a length byte for each label and a terminator: two bytes more than the name as text. */
const maximumWireBytes = maxNameBytes + 2

function malformed(problem: string): AppError {
  return new AppError('BadRequestException', `The DNS-encoded name ${problem}.`)
}

/** Decodes one label, and rejects text that would make two wire names look like one name. */
function readLabel(bytes: Uint8Array): string {
  const label = readUtf8(bytes)
  if (label.includes('.') || label.includes('\0')) throw malformed('has a dot or a NUL inside a label')
  return label
}

/**
 * Decodes a DNS-encoded name (ENSIP-10): labels, each behind its length byte, and a zero byte at the end. Labels are not
 * normalized here; the node in the call is the hash of their exact text.
 *
 * @throws BadRequestException for the root and for anything truncated, overlong, dotted or not UTF-8.
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
