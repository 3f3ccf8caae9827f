import type { Hex } from 'viem'
import { toHex } from './hex.ts'
import type { Curve } from './javascript-curve.ts'
import { recoverAddress } from './recover-address.ts'
import { curve, publicKeyToAddress } from './secp256k1.ts'

/**
 * Returns 65 bytes (r, low s, v as 27 or 28) of a signature in DER, which has either s and no v.
 * @param address that of the key, in lower case
 * @throws Error for other bytes, and for a signature that is not of this digest by this key.
 */
export function fromDerSignature(
  der: Uint8Array,
  digest: Uint8Array,
  address: Hex,
  backend: Pick<Curve, 'parseDer' | 'recover'> = curve,
): Uint8Array {
  const rs = backend.parseDer(der)
  const recovery = ([0, 1] as const).find((id) => recoverAddress(digest, rs, id, backend) === address)
  if (recovery === undefined) throw new Error('The signature is not of this digest by this key.')
  const signature = new Uint8Array(65)
  signature.set(rs)
  signature[64] = 27 + recovery
  return signature
}

/** Of a SubjectPublicKeyInfo with an uncompressed point of secp256k1 (RFC 5480, SEC 2): 23 bytes, and the point's 65. */
const spkiPrefix = '3056301006072a8648ce3d020106052b8104000a034200'

/** In lower case; undefined for a key of another kind. Whether the point is on the curve is not checked. */
export function addressOfSpki(spki: Uint8Array): Hex | undefined {
  const isSecp256k1 = spki.length === 88 && toHex(spki.subarray(0, 24)) === `0x${spkiPrefix}04`
  return isSecp256k1 ? publicKeyToAddress(spki.subarray(23)) : undefined
}
