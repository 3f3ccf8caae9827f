import type { Address, Hex } from 'viem'
import { checksumAddress } from '../crypto/evm-address.ts'
import { fromHex, isHexBytes, toHex } from '../crypto/hex.ts'
import type { Curve, CurveBackend } from '../crypto/javascript-curve.ts'
import { keccak256 } from '../crypto/keccak.ts'
import { recoverAddress } from '../crypto/recover-address.ts'
import { curve, publicKeyToAddress } from '../crypto/secp256k1.ts'
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

/** `published` matches ENS's OffchainResolver; `chain-bound` adds the chain id against replays on another chain. */
export type SigningScheme = 'published' | 'chain-bound'

/** `request` is the complete call data, `expires` Unix seconds. */
interface UnsignedResponse {
  readonly chainId: number
  readonly resolver: Address
  readonly expires: number
  readonly request: Uint8Array
  readonly result: Uint8Array
}

/**
 * Hash of 0x1900, resolver (20 bytes), chain id (32, `chain-bound` only), expiry (8), request hash and result hash;
 * signed without EIP-191 prefix.
 */
export function responseDigest(
  scheme: SigningScheme,
  { chainId, resolver, expires, request, result }: UnsignedResponse,
): Uint8Array {
  const afterResolver = 22
  const afterChain = scheme === 'chain-bound' ? afterResolver + 32 : afterResolver
  const packed = Buffer.alloc(afterChain + 8 + 32 + 32)
  packed.writeUInt16BE(0x1900, 0)
  packed.write(resolver.slice(2), 2, 'hex')
  if (scheme === 'chain-bound') packed.writeUIntBE(chainId, afterChain - 6, 6)
  packed.writeUIntBE(expires, afterChain + 2, 6)
  packed.set(keccak256(request), afterChain + 8)
  packed.set(keccak256(result), afterChain + 40)
  return keccak256(packed)
}

/** Half of the order of secp256k1. */
const maxS = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex')

/**
 * Who signed a response, in lower case, as contracts recover it: 65 bytes with 27 or 28, or 64 bytes (EIP-2098), and a low s.
 * Null for other signatures, and for an expiry from 2^48 on.
 */
export function recoverResponseSigner(
  scheme: SigningScheme,
  { expires, ...signed }: Omit<UnsignedResponse, 'expires'> & { readonly expires: bigint },
  signature: Uint8Array,
): Hex | null {
  const parts = splitSignature(signature)
  if (!parts || expires >= 2n ** 48n || Buffer.compare(parts.rs.subarray(32), maxS) > 0) return null
  return recoverAddress(
    responseDigest(scheme, { ...signed, expires: Number(expires) }),
    parts.rs,
    parts.recovery,
  )
}

interface SignatureParts {
  readonly rs: Buffer
  readonly recovery: 0 | 1
}

function splitSignature(signature: Uint8Array): SignatureParts | undefined {
  const rs = Buffer.from(signature.subarray(0, 64))
  if (signature.length === 64) {
    const top = rs.readUInt8(32)
    rs.writeUInt8(top & 0x7f, 32)
    return { rs, recovery: top & 0x80 ? 1 : 0 }
  }
  const last = signature.length === 65 ? signature[64] : undefined
  return last === 27 || last === 28 ? { rs, recovery: last === 28 ? 1 : 0 } : undefined
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

/** `sign` returns 65 bytes: r, low s, v (27 or 28); deterministic (RFC 6979). */
export interface Signer {
  readonly address: Address
  readonly backend: CurveBackend
  readonly sign: (digest: Uint8Array) => Uint8Array
}

/** @throws Error for an invalid key, without containing it. */
export function createSigner(
  privateKey: Hex,
  { backend, sign, isPrivateKey, getPublicKey: publicKeyOf }: Curve = curve,
): Signer {
  const key = isHexBytes(privateKey) ? fromHex(privateKey) : new Uint8Array()
  if (!isPrivateKey(key))
    throw new Error('A signing key is 0x and 64 hex digits, from 1 to the order of secp256k1 less 1.')
  return {
    address: checksumAddress(publicKeyToAddress(publicKeyOf(key))),
    backend,
    sign: (digest) => {
      const { rs, recovery } = sign(digest, key)
      const signature = new Uint8Array(65)
      signature.set(rs)
      signature[64] = 27 + recovery
      return signature
    },
  }
}
