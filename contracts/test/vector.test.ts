import { bynameResolverDeployedBytecode as bytecode } from '@byname/contracts/BynameResolver'
import { concat, type Hex, keccak256, pad, size } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, expect, test } from 'vitest'
import { owner, startChain } from './support/chain.ts'
import { resolverAt, waitUntilMined } from './support/resolver.ts'
import {
  addrRequest,
  addrResult,
  encodeResponse,
  type ResponsePayload,
  responseDigest,
} from './support/response-payload.ts'
import { rootDigest, treeOf } from './support/response-tree.ts'

/** A worked example, computed by other software. */
const payload: ResponsePayload = {
  chainId: 11155111,
  resolver: '0x2222222222222222222222222222222222222222',
  request: addrRequest('alice.demo.eth'),
  result: addrResult('0x70997970C51812dc3A010C7d01b50e0d17dc79C8'),
  expires: 1_800_000_000n,
}
const signer = privateKeyToAccount(`0x${'11'.repeat(32)}`)
const digest = '0x15364d59a4aacb896901d9818d7e78aca3b8125aafdee6ec20449d3cb34d2f18'
const signature =
  '0x99286bfb21a1e0aa64a46a1114d462bea2a7d6cac9136007aec88b43df2079c0294943387c998c542faf5d68d15de4e63dddd14cb60eafc8ed8b681ee5bfbfcf1c'

/** The same for three names, of which the last stands alone in its level. */
const others = [
  ['bob.demo.eth', '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'],
  ['carol.demo.eth', '0x90F79bf6EB2c4f870365E785982E1f101E93b906'],
] as const
const payloads: readonly ResponsePayload[] = [
  payload,
  ...others.map(([name, address]) => ({
    ...payload,
    request: addrRequest(name),
    result: addrResult(address),
  })),
]
const leaves: readonly Hex[] = [
  digest,
  '0x6680507d23d0d438df0727d5a9198c7960c26698e2bf517d3b632d81e586a0a2',
  '0xcf153e0551210929006f684c8412a4501a32f64f11b8b26465c16c722d86766e',
]
const [alice = '0x', bob = '0x', carol = '0x'] = leaves
const aliceAndBob = '0x5eebd658bd2e8d82861411b4f8204877c518be2ce5954cf9167957379a717a29'
const root = '0x016737a81187f7ae8384aeda92acbffd683bcf74b75ee78f1073f70c190aad83'
const digestOfRoot = '0x709a4286c830fd754c4bfa90481937bf91e2ff1a6a0f13df5956e44aac3325a9'
const signatureOfRoot =
  '0x3aee2e4833648a016dc9a177796a45631ee182af7c5e51f536e671d0fa19122a76a9dfad14f76285362de895d25be85d3fcbff5b8793d25f8bb83a2432d6d7121b'

const chain = await startChain(payload.chainId)
afterAll(chain.stop)
const resolver = await installResolver()

test('the request and result of the example are those of clients and gateways', () => {
  expect(size(payload.request)).toBe(228)
  expect(keccak256(payload.request)).toBe(
    '0xcead7b8f7d31600c7ec6ad5c4ac22a19946674ffdc7569894c00af00efdd7fdd',
  )
  expect(keccak256(payload.result)).toBe('0x7ceb58780fb137bb02223b79c88bc6404f736f8bb4d1f0895d9884122804fb73')
  expect(signer.address).toBe('0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A')
})

test('the contract computes the digest of the example', async () => {
  expect(await resolver.read.digest([payload.request, payload.result, payload.expires])).toBe(digest)
  expect(responseDigest(payload)).toBe(digest)
})

test('the contract accepts the signature of the example at its time', async () => {
  const response = encodeResponse(payload, signature)
  const blockOverrides = { time: payload.expires }
  const result = await resolver.read.resolveWithProof([response, payload.request], { blockOverrides })
  expect(result).toBe(payload.result)
})

test('the contract computes what is signed for the tree of the example', async () => {
  expect(payloads.map(responseDigest)).toEqual(leaves)
  expect(treeOf(leaves)).toEqual({ root, paths: [[bob, carol], [alice, carol], [aliceAndBob]] })
  expect(await resolver.read.rootDigest([root])).toBe(digestOfRoot)
  expect(rootDigest(payload, root)).toBe(digestOfRoot)
})

test('the contract accepts the signature of the tree with each path of the example', async () => {
  const blockOverrides = { time: payload.expires }
  const paths: readonly (readonly Hex[])[] = [[bob, carol], [alice, carol], [aliceAndBob]]
  for (const [index, response] of payloads.entries()) {
    const encoded = encodeResponse(response, concat([signatureOfRoot, ...(paths[index] ?? [])]))
    const call = resolver.read.resolveWithProof([encoded, response.request], { blockOverrides })
    expect(await call).toBe(response.result)
  }
})

/**
 * Puts the resolver at the example's address, to which a deployment is not possible, with its owner in the first
 * storage slot.
 */
async function installResolver() {
  await chain.client.setCode({ address: payload.resolver, bytecode })
  await chain.client.setStorageAt({ address: payload.resolver, index: 0, value: pad(owner.address) })
  const resolver = resolverAt(chain, payload.resolver)
  await waitUntilMined(chain, resolver.write.addSigner([signer.address]))
  return resolver
}
