import fc from 'fast-check'
import { concat, type Hex, hexToBytes, size, slice, toHex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { deployResolver, waitUntilMined } from './support/resolver.ts'
import {
  addrRequest,
  addrResult,
  encodeResponse,
  newResponsePayload,
  type ResponsePayload,
  responseDigest,
  signerKey,
} from './support/response-payload.ts'
import { nodeHash, rootDigest, signTogether, treeOf } from './support/response-tree.ts'
import { revertOf } from './support/revert.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const signer = signerKey(1)
const settings = { signers: [signer.address] }
const resolver = await deployResolver(chain, settings)
const base = await newResponsePayload(chain, resolver.address)

/** Another hash was recovered from, so that the recovered address is not a signer. */
const untrustedSigner = { name: 'UntrustedSigner', args: [expect.not.stringMatching(signer.address)] }

/** A response as a client submits it: its fields, and its signature in parts. */
interface Response extends ResponsePayload {
  /** r, s and v. */
  readonly key: Hex
  readonly path: readonly Hex[]
}

function submit({ request, result, expires, key, path }: Response, to = resolver) {
  return to.read.resolveWithProof([encodeResponse({ result, expires }, concat([key, ...path])), request])
}

async function responsesOf(payloads: readonly ResponsePayload[]): Promise<readonly Response[]> {
  const signatures = await signTogether(payloads, signer)
  return payloads.map((payload, index) => {
    const signature = signatures[index] ?? '0x'
    const siblings = Array.from({ length: (size(signature) - 65) / 32 }, (_, at) =>
      slice(signature, 65 + 32 * at, 97 + 32 * at),
    )
    return { ...payload, key: slice(signature, 0, 65), path: siblings }
  })
}

function payloads(count: number, domain = 'demo.eth'): ResponsePayload[] {
  return Array.from({ length: count }, (_, index) => ({
    ...base,
    request: addrRequest(`n${index}.${domain}`),
    result: addrResult(toHex(index + 1, { size: 20 })),
  }))
}

/** Those of one tree of six; the first has three siblings. */
const tree = await responsesOf(payloads(6))
const [response, sibling] = tree
if (!response || !sibling) throw new Error('The tree has six responses.')
const leaf = responseDigest(response)
const sign = (hash: Hex) => signer.sign({ hash })

test('rule: the response that is changed below is valid', async () => {
  expect(response.path).toHaveLength(3)
  expect(await submit(response)).toBe(response.result)
})

const level1 = nodeHash(leaf, responseDigest(sibling))
const { root } = treeOf(tree.map(responseDigest))
const [lowest = '0x', ...above] = response.path
const forged: readonly (readonly [what: string, fields: Partial<Response>])[] = [
  ['the signature of a root, without a path', { path: [] }],
  ['the signature of the response, with a path', { key: await sign(leaf) }],
  ['the signature of the bare root', { key: await sign(root) }],
  ['the signature of the root digest of the response itself', { key: await sign(rootDigest(base, leaf)) }],
  ['a response that is itself a signed root', { key: await sign(rootDigest(base, leaf)), path: [] }],
  ['the signature of a bare node, and the path above it', { key: await sign(level1), path: above }],
  ['the path above its parent', { path: above }],
  ['its path without the highest sibling', { path: response.path.slice(0, -1) }],
  ['its path and the root', { path: [...response.path, root] }],
  ['its path twice', { path: [...response.path, ...response.path] }],
  ['its path from above', { path: response.path.toReversed() }],
  ['itself as its sibling', { path: [leaf, ...above] }],
  ['itself as every sibling', { path: [leaf, leaf, leaf] }],
  ['its parent as its sibling', { path: [level1, ...above] }],
  ['zero as every sibling', { path: Array<Hex>(3).fill(toHex(0, { size: 32 })) }],
  ['the path of the response beside it', { path: sibling.path }],
  ['the bytes of a node as its result', { result: concat(['0x01', leaf, lowest]), path: above }],
  ['the bytes of a node as its request', { request: concat(['0x01', leaf, lowest]), path: above }],
  ['the result of the response beside it', { result: sibling.result }],
  ['the request of the response beside it', { request: sibling.request }],
  ['a later expiry', { expires: response.expires + 1n }],
  ['an earlier expiry', { expires: response.expires - 1n }],
]

test.each(forged)('UntrustedSigner for %s', async (_what, fields) => {
  expect(await revertOf(submit({ ...response, ...fields }))).toEqual(untrustedSigner)
})

test('UntrustedSigner for the path or the signature of another tree', async () => {
  const [other] = await responsesOf(payloads(6, 'other.eth'))
  if (!other) throw new Error('The tree has six responses.')
  expect(await revertOf(submit({ ...response, path: other.path }))).toEqual(untrustedSigner)
  expect(await revertOf(submit({ ...response, key: other.key }))).toEqual(untrustedSigner)
})

test('UntrustedSigner on another chain, at the same address and with the same signer', async () => {
  const mainnet = await startChain(1)
  try {
    const twin = await deployResolver(mainnet, settings)
    expect(twin.address).toBe(resolver.address)
    expect(await revertOf(submit(response, twin))).toEqual(untrustedSigner)
    const onTwin = payloads(6).map((payload) => ({ ...payload, chainId: 1 }))
    const [valid] = await responsesOf(onTwin)
    if (!valid) throw new Error('The tree has six responses.')
    expect(await submit(valid, twin)).toBe(valid.result)
    // Leaves of this chain below a root that is signed for the other.
    const key = await sign(rootDigest({ ...base, chainId: 1 }, root))
    expect(await revertOf(submit({ ...response, key }, twin))).toEqual(untrustedSigner)
    expect(await revertOf(submit({ ...response, key }))).toEqual(untrustedSigner)
  } finally {
    await mainnet.stop()
  }
})

test('UntrustedSigner at another resolver of the same chain and signer', async () => {
  const other = await deployResolver(chain, settings)
  expect(await revertOf(submit(response, other))).toEqual(untrustedSigner)
  const key = await sign(rootDigest({ ...base, resolver: other.address }, root))
  expect(await revertOf(submit({ ...response, key }, other))).toEqual(untrustedSigner)
})

test('UntrustedSigner for every response of a tree whose signer is removed', async () => {
  const rotated = await deployResolver(chain, settings)
  const responses = await responsesOf(
    payloads(3).map((payload) => ({ ...payload, resolver: rotated.address })),
  )
  for (const valid of responses) expect(await submit(valid, rotated)).toBe(valid.result)
  await waitUntilMined(chain, rotated.write.removeSigner([signer.address]))
  for (const late of responses)
    expect(await revertOf(submit(late, rotated))).toEqual({
      name: 'UntrustedSigner',
      args: [signer.address],
    })
})

/** Changes of a response, which may happen to change nothing: `a` and `b` are any numbers, `other` any response of the tree. */
const mutations: Record<string, (one: Response, other: Response, a: number, b: number) => Response> = {
  'a bit of r, s or v': (one, _other, a) => ({ ...one, key: flip(one.key, a) }),
  'a bit of a sibling': (one, _other, a, b) => ({
    ...one,
    path: replaceAt(one.path, b, (hash) => [flip(hash, a)]),
  }),
  'a bit of the result': (one, _other, a) => ({ ...one, result: flip(one.result, a) }),
  'a bit of the request': (one, _other, a) => ({ ...one, request: flip(one.request, a) }),
  'seconds of the expiry': (one, _other, a) => ({ ...one, expires: one.expires + BigInt(a % 3000) }),
  'a sibling less': (one, _other, a) => ({ ...one, path: replaceAt(one.path, a, () => []) }),
  'a sibling twice': (one, _other, a) => ({ ...one, path: replaceAt(one.path, a, (hash) => [hash, hash]) }),
  'siblings exchanged': (one, _other, a, b) => {
    const [first = '0x', second = '0x'] = [one.path[a % one.path.length], one.path[b % one.path.length]]
    return {
      ...one,
      path: replaceAt(
        replaceAt(one.path, a, () => [second]),
        b,
        () => [first],
      ),
    }
  },
  'a hash more': (one, other, a) => ({
    ...one,
    path: replaceAt(one.path, a, (hash) => [hash, responseDigest(other)]),
  }),
  'two siblings hashed to one': (one, _other, a) => ({
    ...one,
    path: replaceAt(one.path.slice(1), a, (hash) => [nodeHash(hash, one.path[0] ?? hash)]),
  }),
  'the path of another response': (one, { path }) => ({ ...one, path }),
  'the result of another response': (one, { result }) => ({ ...one, result }),
  'the request of another response': (one, { request }) => ({ ...one, request }),
}

test('rule: no response of any tree is valid after a change', async () => {
  const trees = await Promise.all([2, 3, 5, 8, 13, 17].map((count) => responsesOf(payloads(count))))
  let changed = 0
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...trees),
      fc.nat(),
      fc.nat(),
      fc.constantFrom(...Object.values(mutations)),
      fc.nat(),
      fc.nat(),
      async (responses, index, otherIndex, mutate, a, b) => {
        const one = responses[index % responses.length]
        const other = responses[otherIndex % responses.length]
        if (!one || !other) throw new Error('A tree has responses.')
        const mutated = mutate(one, other, a, b)
        if (isSame(one, mutated)) expect(await submit(mutated)).toBe(one.result)
        else {
          changed += 1
          const revert = await revertOf(submit(mutated))
          expect(revert).not.toEqual({ name: 'UntrustedSigner', args: [signer.address] })
        }
      },
    ),
    { numRuns: 500, seed: 85 },
  )
  expect(changed).toBeGreaterThan(400)
})

function flip(hex: Hex, bit: number): Hex {
  const bytes = hexToBytes(hex)
  const at = (bit >> 3) % bytes.length
  bytes[at] = (bytes[at] ?? 0) ^ (1 << (bit & 7))
  return toHex(bytes)
}

/** `path` with what `replace` makes of its sibling at `position`, which is taken modulo its length. */
function replaceAt(path: readonly Hex[], position: number, replace: (hash: Hex) => readonly Hex[]): Hex[] {
  return path.flatMap((hash, index) => (index === position % path.length ? replace(hash) : [hash]))
}

function isSame(one: Response, other: Response): boolean {
  const fields = ({ request, result, expires, key, path }: Response) =>
    `${request} ${result} ${expires} ${key} ${path}`
  return fields(one) === fields(other)
}
