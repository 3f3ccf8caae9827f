import fc from 'fast-check'
import { recoverAddress as recoverByViem } from 'viem'
import { expect, test } from 'vitest'
import { toHex } from './hex.ts'
import { javascriptCurve } from './javascript-curve.ts'
import { recoverAddress } from './recover-address.ts'
import { curve, publicKeyToAddress } from './secp256k1.ts'

const bytes32 = fc.uint8Array({ minLength: 32, maxLength: 32 })
const privateKey = fc.bigInt({ min: 1n, max: 2n ** 255n }).map(bytesOf)
const recoveryId = fc.constantFrom(0 as const, 1 as const)
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

function bytesOf(number: bigint): Uint8Array {
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex')
}

test('rule: a signature recovers to the address of its key', () => {
  fc.assert(
    fc.property(privateKey, bytes32, (key, digest) => {
      const { rs, recovery } = curve.sign(digest, key)
      expect(recoverAddress(digest, rs, recovery === 0 ? 0 : 1)).toBe(
        publicKeyToAddress(curve.getPublicKey(key)),
      )
    }),
  )
})

test('rule: the malleated form of a signature, with a high s, recovers to the same address', () => {
  fc.assert(
    fc.property(privateKey, bytes32, (key, digest) => {
      const { rs, recovery } = curve.sign(digest, key)
      const highS = bytesOf(order - BigInt(toHex(rs.subarray(32))))
      const high = Buffer.concat([rs.subarray(0, 32), highS])
      expect(recoverAddress(digest, high, recovery === 0 ? 1 : 0)).toBe(
        publicKeyToAddress(curve.getPublicKey(key)),
      )
    }),
  )
})

function recoverWithViem(digest: Uint8Array, rs: Uint8Array, recovery: number) {
  return recoverByViem({
    hash: toHex(digest),
    signature: { r: toHex(rs.subarray(0, 32)), s: toHex(rs.subarray(32)), yParity: recovery },
  }).then(
    (address) => address.toLowerCase(),
    () => null,
  )
}

test('property: every backend, and viem, recover the same address from any bytes, or none', async () => {
  await fc.assert(
    fc.asyncProperty(bytes32, bytes32, bytes32, recoveryId, async (digest, r, s, recovery) => {
      const rs = Buffer.concat([r, s])
      const expected = await recoverWithViem(digest, rs, recovery)
      expect(recoverAddress(digest, rs, recovery)).toBe(expected)
      expect(recoverAddress(digest, rs, recovery, javascriptCurve)).toBe(expected)
    }),
  )
})

test.each([0n, order, order + 1n, 2n ** 256n - 1n])(
  'rule: no key signs with an r or an s of %d',
  (number) => {
    const one = bytesOf(1n)
    for (const backend of [curve, javascriptCurve])
      for (const rs of [Buffer.concat([bytesOf(number), one]), Buffer.concat([one, bytesOf(number)])])
        expect(recoverAddress(one, rs, 0, backend)).toBeNull()
  },
)
