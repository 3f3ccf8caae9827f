import { bynameResolverDeployedBytecode as bytecode } from '@byname/contracts/BynameResolver'
import { keccak256, pad, size } from 'viem'
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
