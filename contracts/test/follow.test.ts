import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import { createPublicClient, type Hex, http } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { addrCall, addrRequest, dnsName, freshAnswer, signedResponse, signerKey } from './support/answer.ts'
import { startChain } from './support/chain.ts'
import { startGateway } from './support/gateway.ts'
import { deployResolver, mined } from './support/resolver.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const signer = signerKey(1)
const resolver = await deployResolver(chain, { signers: [signer.address] })
const answer = await freshAnswer(chain, resolver.address)

/** A client as others use it: it follows OffchainLookup by itself. */
const client = createPublicClient({ chain: chain.client.chain, transport: http() })

/** Resolves alice.demo.eth through gateways at `urls`. */
async function resolveThrough(...urls: string[]): Promise<Hex> {
  await mined(chain, resolver.write.setUrls([urls]))
  const args = [dnsName('alice.demo.eth'), addrCall('alice.demo.eth')] as const
  return client.readContract({ abi, address: resolver.address, functionName: 'resolve', args })
}

const honest = await startGateway(async (request) => signedResponse({ ...answer, request }, signer))
afterAll(honest.stop)
const confused = await startGateway(async () =>
  signedResponse({ ...answer, request: addrRequest('bob.demo.eth') }, signer),
)
afterAll(confused.stop)

test.each([
  ['POST', ''],
  ['GET', '/{sender}/{data}'],
])('a client follows the lookup by %s and returns the answer', async (method, path) => {
  expect(await resolveThrough(`${honest.origin}${path}`)).toBe(answer.result)
  expect(honest.methods.at(-1)).toBe(method)
})

test('a client goes on to the second gateway when the first is down', async () => {
  const down = await startGateway(async () => '0x')
  await down.stop()
  expect(await resolveThrough(down.origin, honest.origin)).toBe(answer.result)
})

test('UntrustedSigner reaches the client when the gateway answers about another name', async () => {
  await expect(resolveThrough(confused.origin)).rejects.toThrow('UntrustedSigner')
})
