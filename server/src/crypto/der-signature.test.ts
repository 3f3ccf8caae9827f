import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import fc from 'fast-check'
import { recoverAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { addressOfSpki, fromDerSignature } from './der-signature.ts'
import { checksumAddress } from './evm-address.ts'
import { toHex } from './hex.ts'
import { javascriptCurve } from './javascript-curve.ts'
import { curve, publicKeyToAddress } from './secp256k1.ts'

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const privateKey = fc
  .bigInt({ min: 1n, max: 2n ** 255n })
  .map((key) => Buffer.from(key.toString(16).padStart(64, '0'), 'hex'))

/** The shortest form of a positive integer, with its tag and length. */
function derInteger(number: bigint): Buffer {
  const hex = number.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  const positive = (bytes[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.from([0]), bytes]) : bytes
  return Buffer.concat([Buffer.from([2, positive.length]), positive])
}

function derOf(rs: Uint8Array, isHigh: boolean): Buffer {
  const s = BigInt(toHex(rs.subarray(32)))
  const integers = [BigInt(toHex(rs.subarray(0, 32))), isHigh ? order - s : s].map(derInteger)
  const body = Buffer.concat(integers)
  return Buffer.concat([Buffer.from([0x30, body.length]), body])
}

function spkiOf(key: KeyObject): Uint8Array {
  return key.export({ format: 'der', type: 'spki' })
}

describe('A signature in DER', () => {
  test('property: with a high s or a low one, it is that of the key with a low s', () => {
    fc.assert(
      fc.property(privateKey, bytes32, fc.boolean(), (key, digest, isHigh) => {
        const { rs, recovery } = curve.sign(digest, key)
        const expected = [...rs, 27 + recovery]
        const address = publicKeyToAddress(curve.getPublicKey(key))
        const der = derOf(rs, isHigh)
        expect([...fromDerSignature(der, digest, address)]).toEqual(expected)
        expect([...fromDerSignature(der, digest, address, javascriptCurve)]).toEqual(expected)
      }),
      { numRuns: 300 },
    )
  })

  test('rule: one that OpenSSL made recovers with viem to the address of its key', async () => {
    const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
    const address = addressOfSpki(spkiOf(publicKey)) ?? '0x'
    const message = Buffer.from('response')
    const digest = await crypto.subtle.digest('SHA-256', message)
    for (let count = 0; count < 8; count++) {
      const signature = fromDerSignature(sign('sha256', message, key), new Uint8Array(digest), address)
      expect(await recoverAddress({ hash: toHex(new Uint8Array(digest)), signature: toHex(signature) })).toBe(
        checksumAddress(address),
      )
    }
  })

  test('rule: one by another key, of another digest, and other bytes are rejected', () => {
    const key = Buffer.alloc(32, 1)
    const digest = Buffer.alloc(32, 2)
    const { rs } = curve.sign(digest, key)
    const der = derOf(rs, true)
    const address = publicKeyToAddress(curve.getPublicKey(key))
    const other = publicKeyToAddress(curve.getPublicKey(Buffer.alloc(32, 3)))
    for (const backend of [curve, javascriptCurve]) {
      const parse =
        (bytes: Uint8Array, of: Uint8Array = digest, by = address) =>
        () =>
          fromDerSignature(bytes, of, by, backend)
      expect(parse(der)).not.toThrow()
      expect(parse(der, digest, other)).toThrow('is not of this digest by this key')
      expect(parse(der, Buffer.alloc(32, 4))).toThrow('is not of this digest by this key')
      for (const bytes of [Buffer.alloc(0), der.subarray(1), der.subarray(0, -1), rs, Buffer.alloc(80, 255)])
        expect(parse(bytes)).toThrow()
    }
  })
})

test('property: numbers out of range, negative or padded, wrong lengths and bytes behind them are no signature', () => {
  const key = Buffer.alloc(32, 1)
  const digest = Buffer.alloc(32, 2)
  const { rs } = curve.sign(digest, key)
  const address = publicKeyToAddress(curve.getPublicKey(key))
  const [r, s] = [rs.subarray(0, 32), rs.subarray(32)].map((part) => BigInt(toHex(part))) as [bigint, bigint]
  const raw = (bytes: Uint8Array) => Buffer.concat([Buffer.from([2, bytes.length]), bytes])
  const negative = fc.uint8Array({ minLength: 1, maxLength: 33 }).map((bytes) => {
    const [first = 0, ...rest] = bytes
    return raw(Buffer.from([first | 0x80, ...rest]))
  })
  const outOfRange = fc.oneof(
    fc.constantFrom(0n, order, order + 1n, 2n ** 256n - 1n, 2n ** 256n, r + order).map(derInteger),
    negative,
    fc.constant(raw(new Uint8Array())),
    fc.constant(raw(Buffer.concat([Buffer.alloc(1), derInteger(r).subarray(2)]))),
  )
  const sequence = (integers: readonly Buffer[], difference = 0, behind = 0) => {
    const body = Buffer.concat(integers)
    return Buffer.concat([Buffer.from([0x30, body.length + difference]), body, Buffer.alloc(behind)])
  }
  const valid = [derInteger(r), derInteger(s)] as const
  const hostile = fc.oneof(
    outOfRange.map((integer) => sequence([integer, valid[1]])),
    outOfRange.map((integer) => sequence([valid[0], integer])),
    fc.constantFrom(-2, -1, 1, 2).map((difference) => sequence(valid, difference)),
    fc.integer({ min: 1, max: 64 }).map((behind) => sequence(valid, 0, behind)),
    fc.integer({ min: 1, max: 64 }).map((count) => sequence([...valid, Buffer.alloc(count)])),
    fc.constant(sequence([valid[1], valid[0]])),
    fc.uint8Array({ maxLength: 80 }),
  )
  fc.assert(
    fc.property(hostile, (der) => {
      for (const backend of [curve, javascriptCurve])
        expect(() => fromDerSignature(der, digest, address, backend)).toThrow()
    }),
    { numRuns: 500 },
  )
  expect(fromDerSignature(sequence(valid), digest, address)).toHaveLength(65)
})

describe('A public key in SubjectPublicKeyInfo', () => {
  test('rule: its address is that of its private key', () => {
    const { privateKey: key, publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
    const { d = '' } = createPrivateKey(key.export({ format: 'pem', type: 'sec1' })).export({ format: 'jwk' })
    const own = Buffer.from(d, 'base64url')
    expect(addressOfSpki(spkiOf(publicKey))).toBe(publicKeyToAddress(curve.getPublicKey(own)))
  })

  test('rule: keys of other kinds have none', () => {
    const { publicKey: p256 } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const { publicKey: ed25519 } = generateKeyPairSync('ed25519')
    const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'secp256k1' })
    const short = spkiOf(createPublicKey(publicKey.export({ format: 'pem', type: 'spki' }))).subarray(0, 87)
    for (const spki of [spkiOf(p256), spkiOf(ed25519), short, new Uint8Array()])
      expect(addressOfSpki(spki)).toBeUndefined()
  })
})
