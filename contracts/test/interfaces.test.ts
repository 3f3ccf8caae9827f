import { toFunctionSelector, zeroAddress } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import { deployResolver, waitUntilMined } from './support/resolver.ts'
import { dnsName } from './support/response-payload.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)
const resolver = await deployResolver(chain)

test.each([
  ['ERC-165', '0x01ffc9a7', 'supportsInterface(bytes4)'],
  ['ERC-7996 features', '0x582de3e7', 'supportsFeature(bytes4)'],
  ['ENSIP-10 wildcard resolution', '0x9061b923', 'resolve(bytes,bytes)'],
  ['ENSIP-16 metadata', '0x8a596ebe', 'metadata(bytes)'],
  ['IVerifiableResolver', '0xed57d294', 'verifierMetadata(bytes)'],
] as const)('the contract supports %s, interface %s', async (_standard, interfaceId, signature) => {
  expect(toFunctionSelector(signature)).toBe(interfaceId)
  expect(await resolver.read.supportsInterface([interfaceId])).toBe(true)
})

test.each([
  ['the invalid interface', '0xffffffff'],
  ['addr(bytes32), which is answered through resolve only', '0x3b3b57de'],
] as const)('the contract does not support %s', async (_what, interfaceId) => {
  expect(await resolver.read.supportsInterface([interfaceId])).toBe(false)
})

test('the contract needs offchain data for every name, and is no composite resolver', async () => {
  expect(await resolver.read.requiresOffchain([dnsName('alice.demo.eth')])).toBe(true)
  expect(await resolver.read.supportsInterface(['0xc7e45d73'])).toBe(false)
})

test('the contract itself verifies, for every name', async () => {
  const gateways = await resolver.read.urls()
  expect(await resolver.read.verifierMetadata([dnsName('alice.demo.eth')])).toEqual([
    resolver.address,
    gateways,
  ])
  const [event] = await resolver.getEvents.VerifierChanged({ fromBlock: 0n })
  expect(event?.args).toEqual({ name: '0x00', verifier: resolver.address })
})

test('the contract has the feature eth.ens.resolver.extended.multicall and no other', async () => {
  expect(await resolver.read.supportsFeature(['0x96b62db8'])).toBe(true)
  expect(await resolver.read.supportsFeature(['0x86fb8da8'])).toBe(false)
  expect(await resolver.read.supportsFeature(['0x00000000'])).toBe(false)
})

test.each(['alice.demo.eth', 'demo.eth'])(
  'metadata declares the data of %s as an offchain database',
  async (name) => {
    expect(await resolver.read.metadata([dnsName(name)])).toEqual([[], 0n, zeroAddress])
  },
)

test('MetadataChanged is emitted at construction and when the endpoints change', async () => {
  const rpcURLs = ['https://names.example/rpc']
  const changed = await deployResolver(chain)
  await waitUntilMined(chain, changed.write.setMetadata([rpcURLs]))

  expect(await changed.read.metadata([dnsName('alice.demo.eth')])).toEqual([rpcURLs, 0n, zeroAddress])
  const events = await changed.getEvents.MetadataChanged({ fromBlock: 0n })
  const everyName = { name: '0x00', chainId: 0n, baseRegistry: zeroAddress }
  expect(events.map(({ args }) => args)).toEqual([
    { ...everyName, rpcURLs: [] },
    { ...everyName, rpcURLs },
  ])
})

test('rule: the contract has no instruction that runs other code, ends it, or changes other contracts', async () => {
  const { address, abi } = await deployResolver(chain)
  const code = Buffer.from((await chain.client.getCode({ address }))?.slice(2) ?? '', 'hex')
  const instructions = new Set<number>()
  // Behind the last INVALID there are constants.
  const end = code.lastIndexOf(0xfe)
  for (let position = 0; position < end; position += 1) {
    const instruction = code[position] ?? 0
    instructions.add(instruction)
    // A PUSH has its bytes behind it.
    if (instruction >= 0x60 && instruction <= 0x7f) position += instruction - 0x5f
  }
  const [call, callCode, delegateCall, selfDestruct, create, create2] = [0xf1, 0xf2, 0xf4, 0xff, 0xf0, 0xf5]
  for (const forbidden of [call, callCode, delegateCall, selfDestruct, create, create2])
    expect(instructions.has(forbidden), forbidden.toString(16)).toBe(false)
  expect(abi.some((item) => 'stateMutability' in item && String(item.stateMutability) === 'payable')).toBe(
    false,
  )
})
