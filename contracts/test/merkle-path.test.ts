import { concat, encodeErrorResult, type Hex, parseAbi, size, slice, toHex } from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { getChainTime, startChain } from './support/chain.ts'
import { deployResolver } from './support/resolver.ts'
import {
  addrRequest,
  addrResult,
  encodeResponse,
  newResponsePayload,
  type ResponsePayload,
  responseDigest,
  signerKey,
} from './support/response-payload.ts'
import { nodeHash, rootDigest, signPath, signTogether, treeOf } from './support/response-tree.ts'
import { revertOf } from './support/revert.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const signer = signerKey(1)
const resolver = await deployResolver(chain, { signers: [signer.address] })
const payload = await newResponsePayload(chain, resolver.address)

function submit({ request, ...response }: ResponsePayload, signature: Hex) {
  return resolver.read.resolveWithProof([encodeResponse(response, signature), request])
}

/** Responses for different names, with different expiries. */
function payloads(count: number): ResponsePayload[] {
  return Array.from({ length: count }, (_, index) => ({
    ...payload,
    request: addrRequest(`n${index}.demo.eth`),
    result: addrResult(toHex(index + 1, { size: 20 })),
    expires: payload.expires + BigInt(index),
  }))
}

function siblings(count: number): Hex[] {
  return Array.from({ length: count }, (_, index) => toHex(index + 1, { size: 32 }))
}

describe('rule: one signature is valid for every response of a tree', () => {
  test.each(Array.from({ length: 17 }, (_, index) => index + 1))('of %i', async (count) => {
    const responses = payloads(count)
    const signatures = await signTogether(responses, signer)
    const results = responses.map((response, index) => submit(response, signatures[index] ?? '0x'))
    expect(await Promise.all(results)).toEqual(responses.map(({ result }) => result))
    expect(new Set(signatures.map((signature) => slice(signature, 0, 65))).size).toBe(1)
  })
})

test('rule: a tree of one response has the signature of that response', async () => {
  const alone = await signer.sign({ hash: responseDigest(payload) })
  expect(await signTogether([payload], signer)).toEqual([alone])
})

test('rule: the last node of an odd level goes up, so that its path is shorter', async () => {
  const signatures = await signTogether(payloads(17), signer)
  expect(signatures.map((signature) => (size(signature) - 65) / 32)).toEqual([...Array(16).fill(5), 1])
})

test('rule: equal responses may stand beside each other in a tree', async () => {
  for (const signature of await signTogether(Array(5).fill(payload), signer))
    expect(await submit(payload, signature)).toBe(payload.result)
})

test('rule: each response of a tree has its own expiry', async () => {
  const now = await getChainTime(chain)
  const [expired, valid] = [
    { ...payload, expires: now - 1n },
    { ...payload, expires: now + 60n },
  ]
  const [first = '0x', second = '0x'] = await signTogether([expired, valid], signer)
  expect(await revertOf(submit(expired, first))).toMatchObject({ name: 'AnswerExpired' })
  expect(await submit(valid, second)).toBe(valid.result)
})

test('rule: an error in a tree is reverted with like any other', async () => {
  const result = encodeErrorResult({
    abi: parseAbi(['error UnsupportedResolverProfile(bytes4 selector)']),
    args: ['0x12345678'],
  })
  const failure = { ...payload, result }
  const [signature = '0x'] = await signTogether([failure, payload], signer)
  expect(await revertOf(submit(failure, signature))).toEqual({ data: result })
})

test('rule: a sibling may be any 32 bytes, which hides the response beside it', async () => {
  const [left, right] = payloads(2)
  if (!left || !right) throw new Error('There are two.')
  const salts = [toHex(2n ** 255n + 7n, { size: 32 }), toHex(7, { size: 32 })] as const
  const hidden = nodeHash(responseDigest(right), salts[1])
  expect(await submit(left, await signPath(left, [salts[0], hidden], signer))).toBe(left.result)
})

test.each([0, 1, 2, 15, 16])('rule: %i siblings are valid', async (count) => {
  const signature = await signPath(payload, siblings(count), signer)
  expect(await submit(payload, signature)).toBe(payload.result)
})

test.each([17, 18, 255, 256, 20_000])('PathTooDeep for %i siblings', async (count) => {
  expect(await resolver.read.MAX_DEPTH()).toBe(16n)
  const signature = await signPath(payload, siblings(count), signer)
  expect(await revertOf(submit(payload, signature))).toEqual({ name: 'PathTooDeep', args: [BigInt(count)] })
})

test.each([-33, -32, -31, -1, 1, 31, 33, 63])(
  'InvalidSignatureLength for a path of one sibling and %i bytes',
  async (difference) => {
    const signature = concat([await signPath(payload, siblings(1), signer), toHex(0, { size: 64 })])
    const length = 97 + difference
    const revert = await revertOf(submit(payload, slice(signature, 0, length)))
    if (difference === -32) expect(revert).toMatchObject({ name: 'UntrustedSigner' })
    else expect(revert).toEqual({ name: 'InvalidSignatureLength', args: [BigInt(length)] })
  },
)

test('rule: r, s and v have one form with a path, too', async () => {
  const signature = await signPath(payload, siblings(2), signer)
  const revert = await revertOf(
    submit(payload, concat([slice(signature, 0, 64), '0x00', slice(signature, 65)])),
  )
  expect(revert).toEqual({ name: 'InvalidSignatureV', args: [0] })
})

test('the contract computes what is signed for a root', async () => {
  const { root } = treeOf(payloads(3).map(responseDigest))
  expect(await resolver.read.rootDigest([root])).toBe(rootDigest(payload, root))
})
