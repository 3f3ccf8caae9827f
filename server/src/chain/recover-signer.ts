import { type Hex, size } from 'viem'
import { fromHex } from '../crypto/hex.ts'
import { keccak256 } from '../crypto/keccak.ts'
import { recoverAddress } from '../crypto/recover-address.ts'

/**
 * Recovers the EOA, in lower case, that signed `message` (EIP-191); else `null`. Accepts 65 bytes with recovery byte 27
 * and 28 (0 and 1 from some wallets), and 64 bytes (EIP-2098). Accepts a high `s`, as ecrecover does: signatures are
 * never ids, so malleability is harmless.
 */
export function recoverSigner(message: string, signature: Hex): Hex | null {
  const parts = size(signature) === 64 ? parseCompactSignature(signature) : parseSignature(signature)
  return parts && recoverAddress(hashMessage(message), ...parts)
}

type SignatureParts = readonly [rs: Uint8Array, recovery: 0 | 1]

function parseSignature(signature: Hex): SignatureParts | null {
  const bytes = fromHex(signature)
  const last = bytes[64]
  if (bytes.length !== 65 || last === undefined) return null
  const recovery = last < 27 ? last : last - 27
  return recovery === 0 || recovery === 1 ? [bytes.subarray(0, 64), recovery] : null
}

/** The recovery id is the highest bit of s (EIP-2098). */
function parseCompactSignature(signature: Hex): SignatureParts {
  const bytes = Buffer.from(fromHex(signature))
  const top = bytes.readUInt8(32)
  bytes.writeUInt8(top & 0x7f, 32)
  return [bytes, top & 0x80 ? 1 : 0]
}

function hashMessage(message: string): Uint8Array {
  const text = Buffer.from(message)
  return keccak256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]))
}
