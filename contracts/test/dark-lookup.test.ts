import { bynameResolverAbi as abi } from '@byname/contracts/BynameResolver'
import {
  type Address,
  concat,
  createPublicClient,
  decodeFunctionResult,
  encodeFunctionData,
  encodePacked,
  type Hex,
  http,
  namehash,
  numberToHex,
  toFunctionSelector,
  zeroHash,
} from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { getChainTime, owner, setTime, startChain } from './support/chain.ts'
import { startFileHost } from './support/file-host.ts'
import { recordAbi, textCall } from './support/record-calls.ts'
import { deployResolver, waitUntilMined } from './support/resolver.ts'
import { addrCall, dnsName } from './support/response-payload.ts'
import { revertOf } from './support/revert.ts'
import { bucketFileHash, fileName, tileFileHash, tileNames } from './support/tiles.ts'
import { addressRecord, encodeBucket, textRecord, type ZoneNames } from './support/zone.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const hour = 3600n

function addressOf(index: number): Address {
  return numberToHex(index + 1, { size: 20 })
}

const members = Array.from({ length: 300 }, (_, index) => `n${index}.demo.eth`)
const names: ZoneNames = Object.fromEntries(
  members.map((name, index) => [
    name,
    [addressRecord(60, addressOf(index)), textRecord('url', `https://${name}`)],
  ]),
)

const client = createPublicClient({ chain: chain.client.chain, transport: http() })

async function deployDark(root: Hex, depth: number, urls: readonly string[]) {
  const resolver = await deployResolver(chain, { grace: hour })
  await waitUntilMined(chain, resolver.write.setHeartbeat([owner.address, 0]))
  await waitUntilMined(chain, resolver.write.setFiles([urls]))
  await waitUntilMined(chain, resolver.write.beat([root, depth, zeroHash, 0n]))
  await setTime(chain, (await getChainTime(chain)) + hour + 1n)
  return resolver
}

function resolveAt(address: Address, name: string, call: Hex): Promise<Hex> {
  const args = [dnsName(name), call] as const
  return client.readContract({ abi, address, functionName: 'resolve', args })
}

async function readAddress(address: Address, name: string) {
  const data = await resolveAt(address, name, addrCall(name))
  return decodeFunctionResult({ abi: recordAbi, functionName: 'addr', data, args: [namehash(name)] })
}

test.each([
  [0, 1],
  [1, 2],
  [7, 2],
  [8, 2],
  [9, 3],
  [12, 3],
  [16, 3],
])('rule: of a tree of depth %i a client reads %i files', async (depth, count) => {
  const zone = tileNames(names, depth)
  const host = await startFileHost(zone.files)
  try {
    const resolver = await deployDark(zone.root, depth, [host.origin])
    for (const index of [0, 99, 299]) {
      const before = host.paths.length
      expect(await readAddress(resolver.address, members[index] ?? '')).toBe(addressOf(index))
      expect(host.paths.length - before).toBe(count)
    }
    const absent = await resolveAt(resolver.address, 'absent.demo.eth', textCall('absent.demo.eth', 'url'))
    expect(decodeFunctionResult({ abi: recordAbi, functionName: 'text', data: absent })).toBe('')
  } finally {
    await host.stop()
  }
})

describe('a tree of depth 10', () => {
  const depth = 10
  const zone = tileNames(names, depth)
  const name = 'n7.demo.eth'
  const node = namehash(name)

  function questionOf(hash: Hex, bits: number, call = addrCall(name)): Hex {
    return encodePacked(['bytes32', 'uint8', 'uint8', 'bytes32', 'bytes'], [hash, depth, bits, node, call])
  }

  /** The files from the root to the bucket, with how many bits each decides. */
  function filesOnTheWay() {
    const way: { hash: Hex; bits: number; file: Hex }[] = []
    let hash = zone.root
    for (const [bits, width] of [
      [10, 2],
      [8, 8],
      [0, 0],
    ] as const) {
      const file = zone.files.get(fileName(hash)) ?? '0x'
      way.push({ hash, bits, file })
      const index = Number((BigInt(node) >> BigInt(256 - depth + bits - width)) & BigInt(2 ** width - 1))
      hash = `0x${file.slice(2 + 64 * index, 66 + 64 * index)}`
    }
    return way
  }

  test('rule: the contract asks for the file of the root first, at each URL in their order', async () => {
    const urls = ['https://one.example/zone', 'https://two.example']
    const resolver = await deployDark(zone.root, depth, urls)
    expect(await revertOf(resolver.read.resolve([dnsName(name), addrCall(name)]))).toEqual({
      name: 'OffchainLookup',
      args: [
        resolver.address,
        urls.map((url) => `${url}/${fileName(zone.root)}#{data}`),
        '0x',
        toFunctionSelector('resolveFromFile(bytes,bytes)'),
        questionOf(zone.root, 10),
      ],
    })
  })

  test('rule: only the file of the hash counts: no byte more, less or other, and no other file of the zone', async () => {
    const resolver = await deployDark(zone.root, depth, ['https://one.example'])
    const others = [...zone.files.values()]
    for (const { hash, bits, file } of filesOnTheWay()) {
      const flipped = `0x${(Number.parseInt(file.slice(2, 4) || '0', 16) ^ 1).toString(16).padStart(2, '0')}${file.slice(4)}`
      const wrong: Hex[] = [concat([file, '0x00']), file.slice(0, -2) as Hex, flipped as Hex, '0x']
      for (const bytes of [...wrong, ...others.filter((other) => other !== file).slice(0, 40)])
        expect(
          await revertOf(resolver.read.resolveFromFile([bytes, questionOf(hash, bits)])),
          `${bits}`,
        ).toEqual({ name: 'WrongFile', args: [hash] })
      const accepted = resolver.read.resolveFromFile([file, questionOf(hash, bits)])
      if (bits === 0) await accepted
      else expect(await revertOf(accepted)).toMatchObject({ name: 'OffchainLookup' })
    }
  })

  test('rule: an empty call is looked up as any other, and fails at the bucket', async () => {
    const resolver = await deployDark(zone.root, depth, ['https://one.example'])
    const [top, , bucket] = filesOnTheWay()
    const read = ({ hash, bits, file }: { hash: Hex; bits: number; file: Hex }) =>
      revertOf(resolver.read.resolveFromFile([file, questionOf(hash, bits, '0x')]))
    expect(top && (await read(top))).toMatchObject({ name: 'OffchainLookup' })
    expect(bucket && (await read(bucket))).toEqual({ data: '0x' })
  })

  test('rule: a tile is no bucket, and a bucket is no tile', async () => {
    const resolver = await deployDark(zone.root, depth, ['https://one.example'])
    const bucket = encodeBucket({ [name]: [textRecord('url', 'x')] })
    expect(
      await revertOf(resolver.read.resolveFromFile([bucket, questionOf(bucketFileHash(bucket), 10)])),
    ).toEqual({ name: 'WrongFile', args: [bucketFileHash(bucket)] })
    const tile = concat([zeroHash, zeroHash])
    expect(
      await revertOf(resolver.read.resolveFromFile([tile, questionOf(tileFileHash([tile]), 0)])),
    ).toEqual({ name: 'WrongFile', args: [tileFileHash([tile])] })
  })

  test.each([1, 2, 3, 5, 255, 257])('InvalidTile for a tile of %i children in place of 4', async (count) => {
    const resolver = await deployDark(zone.root, depth, ['https://one.example'])
    const children = Array.from({ length: count }, () => zeroHash)
    expect(
      await revertOf(
        resolver.read.resolveFromFile([concat(children), questionOf(tileFileHash(children), 10)]),
      ),
    ).toEqual({ name: 'InvalidTile', args: [BigInt(32 * count)] })
  })

  test('NotDark for a file while the gateway answers, at the last second too', async () => {
    const resolver = await deployDark(zone.root, depth, ['https://one.example'])
    await waitUntilMined(chain, resolver.write.beat([zone.root, depth, zeroHash, 0n]))
    const bucket = filesOnTheWay().at(-1)
    const offer = () =>
      resolver.read.resolveFromFile([bucket?.file ?? '0x', questionOf(bucket?.hash ?? '0x', 0)])
    expect(await revertOf(offer())).toEqual({ name: 'NotDark', args: [] })
    await setTime(chain, BigInt(await resolver.read.lastBeat()) + hour)
    expect(await revertOf(offer())).toEqual({ name: 'NotDark', args: [] })
    await setTime(chain, BigInt(await resolver.read.lastBeat()) + hour + 1n)
    await offer()
  })

  test('NoFiles where no hosts of files are set', async () => {
    const resolver = await deployDark(zone.root, depth, [])
    expect(await revertOf(resolver.read.resolve([dnsName(name), addrCall(name)]))).toEqual({
      name: 'NoFiles',
      args: [],
    })
  })

  test('rule: a root that changes during a lookup does not break it', async () => {
    const resolver = await deployDark(zone.root, depth, ['https://one.example'])
    await waitUntilMined(chain, resolver.write.setZone([zeroHash.replace(/0$/, '1') as Hex, depth]))
    const bucket = filesOnTheWay().at(-1)
    await resolver.read.resolveFromFile([bucket?.file ?? '0x', questionOf(bucket?.hash ?? '0x', 0)])
  })

  test('rule: a client goes to the next host when one does not have the file', async () => {
    const [empty, host] = await Promise.all([startFileHost(new Map()), startFileHost(zone.files)])
    try {
      const resolver = await deployDark(zone.root, depth, [empty.origin, host.origin])
      expect(await readAddress(resolver.address, name)).toBe(addressOf(7))
    } finally {
      await Promise.all([empty.stop(), host.stop()])
    }
  })

  test('rule: hosts without the files withhold a name, and no client gets another answer', async () => {
    const hosts = await Promise.all([
      startFileHost(new Map()),
      startFileHost(new Map([...zone.files.keys()].map((file) => [file, '0x'] as const))),
    ])
    try {
      for (const urls of [hosts.map(({ origin }) => origin), hosts.map(({ origin }) => origin).reverse()]) {
        const resolver = await deployDark(zone.root, depth, urls)
        await expect(readAddress(resolver.address, name)).rejects.toThrow()
      }
    } finally {
      await Promise.all(hosts.map((host) => host.stop()))
    }
  })

  test('rule: a multicall reads the same files once', async () => {
    const host = await startFileHost(zone.files)
    try {
      const resolver = await deployDark(zone.root, depth, [host.origin])
      const calls = [addrCall(name), textCall(name, 'url'), textCall(name, 'none')]
      const data = await resolveAt(
        resolver.address,
        name,
        encodeFunctionData({ abi: recordAbi, functionName: 'multicall', args: [calls] }),
      )
      const answers = decodeFunctionResult({ abi: recordAbi, functionName: 'multicall', data })
      expect(decodeFunctionResult({ abi: recordAbi, functionName: 'text', data: answers[1] ?? '0x' })).toBe(
        `https://${name}`,
      )
      expect(host.paths).toHaveLength(3)
    } finally {
      await host.stop()
    }
  })
})
