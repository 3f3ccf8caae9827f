import type { Hex } from 'viem'
import { toHex } from '../crypto/hex.ts'
import { AppError } from '../errors.ts'
import { allocate, sizeOfBytes, wordSize, writeBytes, writeUint } from './abi.ts'

/** Encodes `data` of EIP-3668: the tuple (bytes result, uint64 expires, bytes signature), `expires` in Unix seconds. */
export function encodeResponse(result: Uint8Array, expires: number, signature: Uint8Array): Hex {
  const resultAt = 3 * wordSize
  const signatureAt = resultAt + sizeOfBytes(result)
  const encoded = allocate(signatureAt + sizeOfBytes(signature))
  writeUint(encoded, resultAt, 0)
  writeUint(encoded, expires, wordSize)
  writeUint(encoded, signatureAt, 2 * wordSize)
  writeBytes(encoded, result, resultAt)
  writeBytes(encoded, signature, signatureAt)
  return toHex(encoded)
}

/**
 * Decodes `{data}` of EIP-3668: hex with `0x`, in any case, optionally with `.json`.
 * @throws BadRequestException
 */
export function parseGatewayData(text: string): Uint8Array {
  const hex = text.endsWith('.json') ? text.slice(0, -'.json'.length) : text
  const digits = hex.slice(2)
  const bytes = Buffer.from(digits, 'hex')
  // Buffer stops silently at an invalid digit pair.
  if (!/^0x/i.test(hex) || bytes.length * 2 !== digits.length)
    throw new AppError('BadRequestException', 'The call data must be hex: 0x and an even number of digits.')
  return bytes
}
