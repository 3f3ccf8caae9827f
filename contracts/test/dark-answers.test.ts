import {
  decodeFunctionResult,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  namehash,
  size,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { startChain } from './support/chain.ts'
import {
  recordAbi as abi,
  addrCall,
  answer,
  coinCall,
  contenthashCall,
  decodeText,
  deployFrozenResolver,
  multicall,
  questionOf,
  textCall,
} from './support/record-calls.ts'
import { revertOf } from './support/revert.ts'
import { addressRecord, contenthashRecord, encodeBucket, textRecord, type ZoneNames } from './support/zone.ts'

const chain = await startChain(11155111)
afterAll(chain.stop)

const eth = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const bitcoin = '0x76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'
const content = '0xe30101701220aabbccddeeff00112233445566778899aabbccddeeff00112233445566778899'
/** Longer than a word: keys that begin with it differ behind their first word only. */
const longKey = 'k'.repeat(40)
const names: ZoneNames = {
  'demo.eth': [textRecord('url', 'https://demo.example')],
  'alice.demo.eth': [
    addressRecord(60, eth),
    addressRecord(0, bitcoin),
    textRecord('avatar', 'https://demo.example/🦊.png'),
    textRecord('a', 'one letter'),
    textRecord(`${longKey}1`, 'first'),
    textRecord(`${longKey}2`, 'second'),
    textRecord('long', 'x'.repeat(5000)),
    contenthashRecord(content),
  ],
  'bob.demo.eth': [addressRecord(0x80000000, other), addressRecord(0x80002105, eth)],
  'empty.demo.eth': [],
}
const bucket = encodeBucket(names)
const resolver = await deployFrozenResolver(chain, bucket)

function resolve(name: string, call: Hex): Promise<Hex> {
  return answer(resolver, bucket, name, call)
}

async function read(
  name: string,
  functionName: 'addr' | 'contenthash' | 'text',
  call: Hex,
  args: readonly unknown[],
) {
  const data = await resolve(name, call)
  return decodeFunctionResult({ abi, functionName, data, args: args as never })
}

const readAddress = (name: string) => read(name, 'addr', addrCall(name), [namehash(name)])
const readCoin = (name: string, coin: bigint) =>
  read(name, 'addr', coinCall(name, coin), [namehash(name), coin])
const readText = async (name: string, key: string) => decodeText(await resolve(name, textCall(name, key)))
const readContent = (name: string) => read(name, 'contenthash', contenthashCall(name), [namehash(name)])

describe('records', () => {
  test('rule: each kind of record is answered from the record set', async () => {
    expect(await readAddress('alice.demo.eth')).toBe(eth)
    expect(await readCoin('alice.demo.eth', 60n)).toBe(eth.toLowerCase())
    expect(await readCoin('alice.demo.eth', 0n)).toBe(bitcoin)
    expect(await readText('alice.demo.eth', 'avatar')).toBe('https://demo.example/🦊.png')
    expect(await readText('alice.demo.eth', 'long')).toBe('x'.repeat(5000))
    expect(await readContent('alice.demo.eth')).toBe(content)
    expect(await readText('alice.demo.eth', `${longKey}2`)).toBe('second')
    expect(await readText('alice.demo.eth', `${longKey}3`)).toBe('')
    expect(await readText('alice.demo.eth', longKey)).toBe('')
    expect(await readText('demo.eth', 'url')).toBe('https://demo.example')
  })

  test.each(['alice.demo.eth', 'empty.demo.eth', 'absent.demo.eth', 'a.alice.demo.eth', 'alice.other.eth'])(
    'rule: what %s does not have is the empty value',
    async (name) => {
      expect(await readCoin(name, 2n)).toBe('0x')
      expect(await readCoin(name, 2n ** 32n + 60n)).toBe('0x')
      expect(await readText(name, 'avatars')).toBe('')
      expect(await readText(name, '')).toBe('')
      if (name === 'alice.demo.eth') return
      expect(await readAddress(name)).toBe(zeroAddress)
      expect(await readContent(name)).toBe('0x')
    },
  )

  test('rule: EVM chains without their own address have the default address (ENSIP-19)', async () => {
    expect(await readAddress('bob.demo.eth')).toBe(other)
    expect(await readCoin('bob.demo.eth', 60n)).toBe(other.toLowerCase())
    expect(await readCoin('bob.demo.eth', 0x8000000an)).toBe(other.toLowerCase())
    expect(await readCoin('bob.demo.eth', 0x80002105n)).toBe(eth.toLowerCase())
    expect(await readCoin('bob.demo.eth', 0n)).toBe('0x')
    const call = (coin: bigint) =>
      encodeFunctionData({ abi, functionName: 'hasAddr', args: [namehash('bob.demo.eth'), coin] })
    expect(await resolve('bob.demo.eth', call(60n))).toBe(toHex(0, { size: 32 }))
    expect(await resolve('bob.demo.eth', call(0x80000000n))).toBe(toHex(1, { size: 32 }))
  })

  test.each([
    ['name', [], 64],
    ['pubkey', [], 64],
    ['ABI', [15n], 96],
    ['interfaceImplementer', ['0x01ffc9a7'], 32],
  ] as const)('rule: %s, which names here never have, is empty', async (functionName, args, bytes) => {
    const data = encodeFunctionData({
      abi,
      functionName,
      args: [namehash('alice.demo.eth'), ...args] as never,
    })
    const result = await resolve('alice.demo.eth', data)
    expect(size(result)).toBe(bytes)
    expect(result).toMatch(/^0x0*(20|40)?0*$/)
  })
})

const setText = encodeFunctionData({ abi, functionName: 'setText', args: [namehash('demo.eth'), 'a', 'b'] })

describe('calls', () => {
  test('rule: a multicall has its answers in the order of its calls, absent ones included', async () => {
    const name = 'alice.demo.eth'
    const calls = [
      textCall(name, 'avatar'),
      addrCall(name),
      textCall(name, 'none'),
      coinCall(name, 0n),
      setText,
    ]
    const data = await resolve(name, multicall(calls))
    const answers = decodeFunctionResult({ abi, functionName: 'multicall', data })
    const single = await Promise.all(calls.slice(0, 4).map((call) => resolve(name, call)))
    const selector = toFunctionSelector('setText(bytes32,string,string)')
    const unsupported = encodeErrorResult({ abi, errorName: 'UnsupportedResolverProfile', args: [selector] })
    expect(answers).toEqual([...single, unsupported])
    expect(await resolve(name, multicall([]))).toBe(`0x${'20'.padStart(64, '0')}${'0'.repeat(64)}`)
  })

  test('UnsupportedResolverProfile for an unknown function, and for a multicall inside a multicall', async () => {
    const selector = toFunctionSelector('setText(bytes32,string,string)')
    expect(await revertOf(resolve('demo.eth', setText))).toEqual({
      data: encodeErrorResult({ abi, errorName: 'UnsupportedResolverProfile', args: [selector] }),
    })
    const data = await resolve('demo.eth', multicall([multicall([])]))
    const [nested] = decodeFunctionResult({ abi, functionName: 'multicall', data })
    expect(nested).toMatch(/^0x7b1c461bac9650d8/)
  })

  test('NodeMismatch for a call about another node, also inside a multicall', async () => {
    const refused = { name: 'NodeMismatch', args: [namehash('bob.demo.eth')] }
    const foreign = [addrCall('bob.demo.eth'), textCall('bob.demo.eth', 'url'), coinCall('bob.demo.eth', 0n)]
    for (const call of [...foreign, multicall([addrCall('alice.demo.eth'), ...foreign])])
      expect(await revertOf(resolve('alice.demo.eth', call))).toEqual(refused)
  })

  test.each<[string, Hex]>([
    ['half a selector', '0x3b3b'],
    ['no node', '0x3b3b57de'],
    ['a coin type call without its coin type', `0xf1cb7e06${namehash('alice.demo.eth').slice(2)}`],
    ['a multicall without its items', '0xac9650d8'],
    [
      'a multicall that counts more items than it has',
      `0xac9650d8${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}`,
    ],
  ])('rule: a call with %s reverts without data', async (_what, call) => {
    const failure = await resolve('alice.demo.eth', call).catch((error: Error) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(String(failure)).toContain('revert')
  })
})

/** The limits of a name: 256 records of a kind, 64 KiB in all. */
function maximalNames(): ZoneNames {
  const texts = Array.from({ length: 256 }, (_, index) => textRecord(`key ${index}`, `${index} `.repeat(40)))
  const addresses = Array.from({ length: 256 }, (_, index) =>
    addressRecord(0x80000000 + index, toHex(index + 1, { size: 20 })),
  )
  return {
    'max.demo.eth': [
      ...texts,
      ...addresses,
      contenthashRecord(content),
      textRecord('large', 'x'.repeat(16_384)),
    ],
  }
}

test('rule: a maximal record set resolves, also all of it in one multicall, below the bound of nodes', async () => {
  const maximal = encodeBucket(maximalNames())
  const large = await deployFrozenResolver(chain, maximal)
  const name = 'max.demo.eth'
  expect(decodeText(await answer(large, maximal, name, textCall(name, 'large')))).toBe('x'.repeat(16_384))
  const calls = Array.from({ length: 256 }, (_, index) => textCall(name, `key ${index}`))
  const data = await answer(large, maximal, name, multicall(calls))
  const texts = decodeFunctionResult({ abi, functionName: 'multicall', data })
  expect(texts.map(decodeText)).toEqual(calls.map((_, index) => `${index} `.repeat(40)))
  const args = [maximal, questionOf(maximal, name, multicall(calls))] as const
  const callback = encodeFunctionData({ abi: large.abi, functionName: 'resolveFromFile', args })
  const gas = await chain.client.estimateGas({ to: large.address, data: callback })
  expect(gas).toBeLessThan(50_000_000n)
})
