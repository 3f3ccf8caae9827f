import { p256 } from '@noble/curves/nist.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { areEqual, byte, concat, keccak, Reader, toBigInt, utf8 } from './bytes.ts'
import { Refused } from './refusal.ts'

const halfOrder = p256.Point.Fn.ORDER / 2n
const userPresent = 0x01

/**
 * Whether the passkey has signed the hash as the challenge of an assertion (WebAuthn): x, y, r, s (low), the length of the
 * authenticator data (2), these, the client data. The holder is the address of the key: the last 20 bytes of keccak256(x, y).
 */
export function isSignedByPasskey(holder: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean {
  const assertion = parseAssertion(signature)
  if (!assertion) return false
  const { x, y, r, s, authenticatorData, clientData } = assertion
  if (!areEqual(keccak(x, y).subarray(12), holder)) return false
  if (authenticatorData.length < 37 || ((authenticatorData[32] ?? 0) & userPresent) === 0) return false
  if (!isAboutChallenge(clientData, hash) || toBigInt(s) > halfOrder) return false
  const signed = sha256(concat(authenticatorData, sha256(clientData)))
  return isP256Signature(signed, concat(r, s), concat(byte(4), x, y))
}

function parseAssertion(signature: Uint8Array) {
  try {
    const reader = new Reader(signature, 'MalformedSet')
    const [x, y, r, s] = [reader.take(32), reader.take(32), reader.take(32), reader.take(32)]
    const authenticatorData = reader.take(reader.number(2))
    return { x, y, r, s, authenticatorData, clientData: reader.rest() }
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}

/** WebAuthn, section 5.8.1.1: clients write type and challenge first, in this form, so that a JSON parser is not needed. */
function isAboutChallenge(clientData: Uint8Array, hash: Uint8Array): boolean {
  const start = utf8(`{"type":"webauthn.get","challenge":"${base64Url(hash)}"`)
  return areEqual(clientData.subarray(0, start.length), start)
}

function base64Url(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The signature is r and s; the key in the uncompressed form. Also a high s is accepted, as EIP-7951 does. */
function isP256Signature(hash: Uint8Array, signature: Uint8Array, key: Uint8Array): boolean {
  try {
    return p256.verify(signature, hash, key, { prehash: false, lowS: false })
  } catch {
    return false
  }
}
