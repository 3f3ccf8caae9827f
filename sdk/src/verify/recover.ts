import { secp256k1 } from '@noble/curves/secp256k1.js'
import { areEqual, keccak, toBigInt } from './bytes.ts'
import { assertHolds, Refused } from './refusal.ts'

const halfOrder = secp256k1.Point.Fn.ORDER / 2n

/**
 * The address that has signed the hash: r, s (low), v (27 or 28), of which there is one form.
 * @throws Refused for another form, and for what no key can have signed.
 */
export function recoverAddress(hash: Uint8Array, signature: Uint8Array): Uint8Array {
  assertHolds(
    signature.length === 65,
    'InvalidSignatureLength',
    `A signature has 65 bytes, not ${signature.length}.`,
  )
  const [r, s, v] = [toBigInt(signature.subarray(0, 32)), toBigInt(signature.subarray(32, 64)), signature[64]]
  assertHolds(s <= halfOrder, 'InvalidSignatureS', 's is in the upper half of the order.')
  assertHolds(v === 27 || v === 28, 'InvalidSignatureV', `v is ${v}, not 27 or 28.`)
  const key = recoverKey(hash, { r, s, recovery: v - 27 })
  return keccak(key.subarray(1)).subarray(12)
}

interface RecoverableSignature {
  readonly r: bigint
  readonly s: bigint
  readonly recovery: number
}

function recoverKey(hash: Uint8Array, { r, s, recovery }: RecoverableSignature): Uint8Array {
  try {
    const signature = new secp256k1.Signature(r, s, recovery)
    return signature.recoverPublicKey(hash).toBytes(false)
  } catch {
    throw new Refused('UnrecoverableSignature', 'No key can have made the signature.')
  }
}

/** Whether the account has signed by its key. */
export function isSignedBy(account: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean {
  try {
    return areEqual(recoverAddress(hash, signature), account)
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}
