import type { Hex } from 'viem'
import { toHex } from '../crypto/hex.ts'
import { wordSize } from './abi-reader.ts'
import { allocate, sizeOfBytes, writeBytes, writeUint } from './abi-writer.ts'

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
