import { createRequire } from 'node:module'
import fc from 'fast-check'
import { recoverAddress } from 'viem'
import { describe, expect, test } from 'vitest'
import { toHex } from '../crypto/hex.ts'
import { javascriptCurve } from '../crypto/javascript-curve.ts'
import { curve } from '../crypto/secp256k1.ts'
import { createLocalSigner } from './local-signer.ts'

const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const privateKey = fc
  .bigInt({ min: 1n, max: 2n ** 255n })
  .map((key) => `0x${key.toString(16).padStart(64, '0')}` as const)

/** Whether the add-on was built for this platform; where it was not, the service signs in JavaScript. */
const hasAddOn = (() => {
  try {
    createRequire(import.meta.url)('secp256k1/bindings.js')
    return true
  } catch {
    return false
  }
})()

test('rule: JavaScript signs when it is selected', () => {
  expect(createLocalSigner(`0x${'11'.repeat(32)}`, javascriptCurve).backend).toBe('javascript')
})

test.skipIf(!hasAddOn)('rule: the native add-on signs where it loads', () => {
  expect(createLocalSigner(`0x${'11'.repeat(32)}`).backend).toBe('native')
})

test('property: both backends sign any digest with any key alike', () => {
  fc.assert(
    fc.property(privateKey, bytes32, (key, digest) => {
      const native = createLocalSigner(key)
      const javascript = createLocalSigner(key, javascriptCurve)
      expect(native.address).toBe(javascript.address)
      expect(toHex(native.sign(digest))).toBe(toHex(javascript.sign(digest)))
    }),
  )
})

test('property: signatures recover to the address of the signer and have a low s', async () => {
  await fc.assert(
    fc.asyncProperty(privateKey, bytes32, async (key, digest) => {
      const signer = createLocalSigner(key)
      const signature = signer.sign(digest)
      expect(signature).toHaveLength(65)
      expect(BigInt(toHex(signature.subarray(32, 64)))).toBeLessThanOrEqual(halfOrder)
      expect(await recoverAddress({ hash: toHex(digest), signature: toHex(signature) })).toBe(signer.address)
    }),
  )
})

describe('an invalid key', () => {
  test.each([
    ['zero', `0x${'00'.repeat(32)}`],
    ['the order of the curve', '0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'],
    ['31 bytes', `0x${'11'.repeat(31)}`],
    ['33 bytes', `0x${'11'.repeat(33)}`],
    ['half a byte too many', `0x${'11'.repeat(32)}1`],
    ['an invalid digit', `0x${'11'.repeat(31)}1z`],
  ] as const)('rule: %s is rejected with an error that does not contain it', (_, key) => {
    for (const one of [curve, javascriptCurve]) {
      expect(() => createLocalSigner(key, one)).toThrow(/^A signing key is 0x and 64 hex digits/)
      expect(() => createLocalSigner(key, one)).not.toThrow(key.slice(2))
    }
  })
})
