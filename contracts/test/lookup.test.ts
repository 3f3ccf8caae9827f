import { type Hex, toFunctionSelector } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { deployResolver, gatewayUrls } from './support/resolver.ts'
import { addrCall, addrRequest, dnsName } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)
const resolver = await deployResolver(chain)

function lookup(request: Hex) {
  return {
    name: 'OffchainLookup',
    args: [
      resolver.address,
      gatewayUrls,
      request,
      toFunctionSelector('resolveWithProof(bytes,bytes)'),
      request,
    ],
  }
}

test.each(['alice.demo.eth', 'bob.demo.eth', 'demo.eth'])(
  'rule: the call for %s goes to the gateways, in their order, and is its own extra data',
  async (name) => {
    const revert = await revertOf(resolver.read.resolve([dnsName(name), addrCall(name)]))
    expect(revert).toEqual(lookup(addrRequest(name)))
  },
)

test('rule: bytes appended to the call are not passed on', async () => {
  const request = addrRequest('alice.demo.eth')
  const call = chain.client.call({ to: resolver.address, data: `${request}${'ff'.repeat(32)}` })
  expect(await revertOf(call)).toEqual(lookup(request))
})
