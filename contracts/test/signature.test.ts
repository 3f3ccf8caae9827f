import fc from 'fast-check'
import {
  concat,
  type Hex,
  hexToBytes,
  parseSignature,
  serializeCompactSignature,
  signatureToCompactSignature,
  slice,
  toHex,
} from 'viem'
import { afterAll, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { deployResolver } from './support/resolver.ts'
import { encodeResponse, newResponsePayload, responseDigest, signerKey } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const signer = signerKey(1)
const resolver = await deployResolver(chain, { signers: [signer.address] })
const payload = await newResponsePayload(chain, resolver.address)
const signature = await signer.sign({ hash: responseDigest(payload) })
const { r, s, v } = split(signature)

const curveOrder = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const zero = toHex(0, { size: 32 })
const one = toHex(1, { size: 32 })

function resolveWith(other: Hex) {
  return resolver.read.resolveWithProof([encodeResponse(payload, other), payload.request])
}

test('rule: r, s and v in 65 bytes are valid', async () => {
  expect(await resolveWith(signature)).toBe(payload.result)
})

test.each([
  ['nothing', '0x'],
  ['r and s only', slice(signature, 0, 64)],
  ['the compact form', serializeCompactSignature(signatureToCompactSignature(parseSignature(signature)))],
  ['one byte too many', concat([signature, '0x00'])],
] as [string, Hex][])('InvalidSignatureLength for %s', async (_what, other) => {
  const length = BigInt(hexToBytes(other).length)
  expect(await revertOf(resolveWith(other))).toEqual({ name: 'InvalidSignatureLength', args: [length] })
})

test.each([0, 1, 26, 29, 255])('InvalidSignatureV for v = %i', async (other) => {
  const revert = await revertOf(resolveWith(concat([r, s, toHex(other, { size: 1 })])))
  expect(revert).toEqual({ name: 'InvalidSignatureV', args: [other] })
})

test('InvalidSignatureS for the malleated form of a valid signature', async () => {
  const high = toHex(curveOrder - BigInt(s), { size: 32 })
  const flipped = v === '0x1b' ? '0x1c' : '0x1b'
  const revert = await revertOf(resolveWith(concat([r, high, flipped])))
  expect(revert).toEqual({ name: 'InvalidSignatureS', args: [high] })
})

test('rule: half of the curve order is the largest valid s', async () => {
  const half = curveOrder / 2n
  const largest = await revertOf(resolveWith(concat([r, toHex(half, { size: 32 }), v])))
  expect(largest).toEqual({ name: 'UntrustedSigner', args: [expect.not.stringMatching(signer.address)] })
  const above = toHex(half + 1n, { size: 32 })
  expect(await revertOf(resolveWith(concat([r, above, v])))).toEqual({
    name: 'InvalidSignatureS',
    args: [above],
  })
})

test.each([
  ['all zero', concat([zero, zero, '0x1b'])],
  ['r = 0', concat([zero, one, '0x1b'])],
  ['s = 0', concat([r, zero, v])],
  ['r = the curve order', concat([toHex(curveOrder, { size: 32 }), one, '0x1c'])],
] as [string, Hex][])('UnrecoverableSignature, never the zero address, for %s', async (_what, other) => {
  expect(await revertOf(resolveWith(other))).toEqual({ name: 'UnrecoverableSignature', args: [] })
})

test.each([
  ['no bytes', '0x'],
  ['garbage', '0xdeadbeef'],
  ['offsets beyond its end', concat([one, one, one])],
  [
    'an expiry above 64 bits',
    concat([toHex(96, { size: 32 }), toHex(2n ** 64n, { size: 32 }), toHex(128, { size: 32 }), zero, zero]),
  ],
] as [string, Hex][])('a response that is %s reverts without data', async (_what, response) => {
  const call = resolver.read.resolveWithProof([response, payload.request])
  expect(await revertOf(call)).toEqual({ data: '0x' })
})

test('rule: no response with a changed bit of its signature is accepted', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat({ max: 65 * 8 - 1 }), async (bit) => {
      const bytes = hexToBytes(signature)
      bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      expect(await revertOf(resolveWith(toHex(bytes)))).toHaveProperty('name')
    }),
  )
})

/** The three parts of a 65-byte signature. */
function split(whole: Hex): { r: Hex; s: Hex; v: Hex } {
  return { r: slice(whole, 0, 32), s: slice(whole, 32, 64), v: slice(whole, 64) }
}
