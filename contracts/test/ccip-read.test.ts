import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import { createPublicClient, type Hex, http } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { startGateway } from './support/gateway.ts'
import { deployResolver, waitUntilMined } from './support/resolver.ts'
import {
  addrCall,
  addrRequest,
  dnsName,
  newResponsePayload,
  signedResponse,
  signerKey,
} from './support/response-payload.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const signer = signerKey(1)
const resolver = await deployResolver(chain, { signers: [signer.address] })
const payload = await newResponsePayload(chain, resolver.address)

/** A stock client, which follows OffchainLookup. */
const client = createPublicClient({ chain: chain.client.chain, transport: http() })

/** Resolves alice.demo.eth through gateways at `urls`. */
async function resolveThrough(...urls: string[]): Promise<Hex> {
  await waitUntilMined(chain, resolver.write.setUrls([urls]))
  const args = [dnsName('alice.demo.eth'), addrCall('alice.demo.eth')] as const
  return client.readContract({ abi, address: resolver.address, functionName: 'resolve', args })
}

const honestGateway = await startGateway(async (request) => signedResponse({ ...payload, request }, signer))
afterAll(honestGateway.stop)
const wrongNameGateway = await startGateway(async () =>
  signedResponse({ ...payload, request: addrRequest('bob.demo.eth') }, signer),
)
afterAll(wrongNameGateway.stop)

test.each([
  ['POST', ''],
  ['GET', '/{sender}/{data}'],
])('a client follows the lookup by %s and returns the answer', async (method, path) => {
  expect(await resolveThrough(`${honestGateway.origin}${path}`)).toBe(payload.result)
  expect(honestGateway.methods.at(-1)).toBe(method)
})

test('a client tries the second gateway when the first is down', async () => {
  const down = await startGateway(async () => '0x')
  await down.stop()
  expect(await resolveThrough(down.origin, honestGateway.origin)).toBe(payload.result)
})

test('UntrustedSigner reaches the client when the gateway answers for another name', async () => {
  await expect(resolveThrough(wrongNameGateway.origin)).rejects.toThrow('UntrustedSigner')
})
