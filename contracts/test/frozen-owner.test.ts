import { zeroAddress } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { otherAccount, owner, startChain } from './support/chain.ts'
import {
  addrCall,
  answer,
  deployFrozenResolver,
  type FrozenResolver,
  textCall,
  zoneUrls,
} from './support/frozen-resolver.ts'
import { waitUntilMined } from './support/resolver.ts'
import { revertOf } from './support/revert.ts'
import { freezeNames, textRecord } from './support/zone.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const asOtherAccount = { account: otherAccount }
const root = `0x${'22'.repeat(32)}` as const

const ownerFunctions: [string, (resolver: FrozenResolver) => Promise<unknown>][] = [
  ['setZone', (resolver) => resolver.write.setZone([root, 1, ['https://other.example']], asOtherAccount)],
  ['setUrls', (resolver) => resolver.write.setUrls([['https://other.example']], asOtherAccount)],
  [
    'transferOwnership',
    (resolver) => resolver.write.transferOwnership([otherAccount.address], asOtherAccount),
  ],
]

test.each(ownerFunctions)('NotOwner when an account other than the owner calls %s', async (_name, call) => {
  const resolver = await deployFrozenResolver(chain)
  const before = [await resolver.read.root(), await resolver.read.depth(), await resolver.read.urls()]
  expect(await revertOf(call(resolver))).toEqual({ name: 'NotOwner', args: [otherAccount.address] })
  expect([await resolver.read.root(), await resolver.read.depth(), await resolver.read.urls()]).toEqual(
    before,
  )
})

test('rule: only the owner can call a function that changes state, except accepting ownership', async () => {
  const { abi } = await deployFrozenResolver(chain)
  const changes = abi.filter((item) => item.type === 'function' && !/view|pure/.test(item.stateMutability))
  const names = changes.map((item) => 'name' in item && item.name)
  expect(names.toSorted()).toEqual([...ownerFunctions.map(([name]) => name), 'acceptOwnership'].toSorted())
})

test('rule: the contract has no instruction that runs other code, ends it, or receives ether', async () => {
  const { address, abi } = await deployFrozenResolver(chain)
  const code = Buffer.from((await chain.client.getCode({ address }))?.slice(2) ?? '', 'hex')
  const instructions = new Set<number>()
  for (let position = 0; position < code.length; position += 1) {
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

test('the owner sets another zone at once, and files of the earlier one are refused', async () => {
  const [before, after] = [
    freezeNames({ 'a.demo.eth': [textRecord('url', 'before')] }, 0),
    freezeNames({ 'a.demo.eth': [textRecord('url', 'after')] }, 1),
  ]
  const resolver = await deployFrozenResolver(chain, { root: before.root, depth: 0 })
  const [file = '0x'] = before.responses
  expect(await answer(resolver, file, 'a.demo.eth', textCall('a.demo.eth', 'url'))).toContain(
    Buffer.from('before').toString('hex'),
  )
  const urls = ['https://after.example']
  await waitUntilMined(chain, resolver.write.setZone([after.root, after.depth, urls]))
  expect([await resolver.read.root(), await resolver.read.depth(), await resolver.read.urls()]).toEqual([
    after.root,
    1,
    urls,
  ])
  expect(await revertOf(answer(resolver, file, 'a.demo.eth', addrCall('a.demo.eth')))).toMatchObject({
    name: expect.stringMatching(/^(InvalidProof|ShortProof)$/),
  })
  const zones = await resolver.getEvents.ZoneChanged({ fromBlock: 0n })
  expect(zones.map(({ args }) => args)).toEqual([
    { root: before.root, depth: 0 },
    { root: after.root, depth: 1 },
  ])
  const lists = await resolver.getEvents.UrlsChanged({ fromBlock: 0n })
  expect(lists.map(({ args }) => args.urls)).toEqual([zoneUrls, urls])
})

test('the owner sets other URLs of the same zone', async () => {
  const resolver = await deployFrozenResolver(chain, { root, depth: 3 })
  await waitUntilMined(chain, resolver.write.setUrls([['https://b.example', 'https://a.example']]))
  expect(await resolver.read.urls()).toEqual(['https://b.example', 'https://a.example'])
  expect([await resolver.read.root(), await resolver.read.depth()]).toEqual([root, 3])
})

test.each([
  ['NoUrls', { urls: [] }, []],
  ['EmptyUrl', { urls: ['https://a.example', ''] }, [1n]],
  ['ZeroRoot', { root: `0x${'00'.repeat(32)}` }, []],
  ['DepthTooLarge', { depth: 25 }, [25]],
] as const)('%s when the zone cannot be used, at construction and later', async (name, settings, args) => {
  const refused = { name, args }
  expect(await revertOf(deployFrozenResolver(chain, settings))).toEqual(refused)

  const resolver = await deployFrozenResolver(chain, { root })
  const { root: newRoot, depth, urls } = { root, depth: 0, urls: zoneUrls, ...settings }
  expect(await revertOf(resolver.write.setZone([newRoot, depth, urls]))).toEqual(refused)
  if ('urls' in settings) expect(await revertOf(resolver.write.setUrls([urls]))).toEqual(refused)
  expect([await resolver.read.root(), await resolver.read.depth(), await resolver.read.urls()]).toEqual([
    root,
    0,
    zoneUrls,
  ])
})

test('ZeroOwner when the resolver is deployed without an owner', async () => {
  expect(await revertOf(deployFrozenResolver(chain, { owner: zeroAddress }))).toEqual({
    name: 'ZeroOwner',
    args: [],
  })
})

test('rule: ownership moves when the new owner accepts, not before', async () => {
  const resolver = await deployFrozenResolver(chain)
  await waitUntilMined(chain, resolver.write.transferOwnership([otherAccount.address]))
  expect(await resolver.read.owner()).toBe(owner.address)
  expect(await revertOf(resolver.write.setUrls([zoneUrls], asOtherAccount))).toEqual({
    name: 'NotOwner',
    args: [otherAccount.address],
  })
  await waitUntilMined(chain, resolver.write.acceptOwnership(asOtherAccount))
  expect(await resolver.read.owner()).toBe(otherAccount.address)
  expect(await revertOf(resolver.write.setUrls([zoneUrls]))).toEqual({
    name: 'NotOwner',
    args: [owner.address],
  })
})

test.each([
  ['ERC-165', '0x01ffc9a7', true],
  ['ERC-7996 features', '0x582de3e7', true],
  ['ENSIP-10 wildcard resolution', '0x9061b923', true],
  ['the invalid interface', '0xffffffff', false],
  ['addr(bytes32), which is answered through resolve only', '0x3b3b57de', false],
] as const)('rule: %s (%s) is supported: %s', async (_what, interfaceId, isSupported) => {
  const resolver = await deployFrozenResolver(chain)
  expect(await resolver.read.supportsInterface([interfaceId])).toBe(isSupported)
  expect(await resolver.read.supportsFeature(['0x96b62db8'])).toBe(true)
  expect(await resolver.read.supportsFeature(['0x86fb8da8'])).toBe(false)
})
