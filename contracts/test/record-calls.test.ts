import {
  decodeFunctionResult,
  encodeErrorResult,
  encodeFunctionData,
  encodePacked,
  type Hex,
  namehash,
  toFunctionSelector,
  toHex,
  zeroAddress,
  zeroHash,
} from 'viem'
import { afterAll, describe, expect, test } from 'vitest'
import { getChainTime, owner, setTime, startChain } from './support/chain.ts'
import {
  recordAbi as abi,
  addrCall,
  coinCall,
  contenthashCall,
  decodeText,
  multicall,
  textCall,
} from './support/record-calls.ts'
import { deployResolver, waitUntilMined } from './support/resolver.ts'
import { revertOf } from './support/revert.ts'
import { bucketFileHash } from './support/tiles.ts'
import { addressRecord, contenthashRecord, encodeBucket, textRecord } from './support/zone.ts'

/** How each state but the live one answers calls from records: here, in the dark. */
const chain = await startChain(11155111)
afterAll(chain.stop)

const eth = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const bitcoin = '0x76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac'
const content = '0xe30101701220aabbccddeeff00112233445566778899aabbccddeeff00112233445566778899'
const [alice, bob, odd] = ['alice.demo.eth', 'bob.demo.eth', 'odd.demo.eth']
/** Keys around the length of a word, with the kind in front. */
const lengths = [1, 30, 31, 32, 33, 63, 64, 65]
const keyOf = (length: number, end: string) => 'k'.repeat(length - 1) + end
const bucket = encodeBucket({
  [alice]: [
    addressRecord(60, eth),
    addressRecord(0, bitcoin),
    textRecord('avatar', 'https://demo.example/🦊.png'),
    textRecord('long', 'x'.repeat(5000)),
    ...lengths.flatMap((length) =>
      ['1', '2'].map((end) => textRecord(keyOf(length, end), `${length} ${end}`)),
    ),
    contenthashRecord(content),
  ],
  [bob]: [addressRecord(0x80000000, other), addressRecord(0x80002105, eth)],
  [odd]: [addressRecord(0, '0x01'), addressRecord(60, '0x1234'), addressRecord(0xffffffff, bitcoin)],
  'empty.demo.eth': [],
})

const resolver = await deployResolver(chain, { grace: 3600n })
await waitUntilMined(chain, resolver.write.setHeartbeat([owner.address, 0]))
await waitUntilMined(chain, resolver.write.beat([bucketFileHash(bucket), 0, zeroHash, 0n]))
await setTime(chain, (await getChainTime(chain)) + 3601n)

function resolve(name: string, call: Hex): Promise<Hex> {
  const types = ['bytes32', 'uint8', 'uint8', 'bytes32', 'bytes'] as const
  const question = encodePacked(types, [bucketFileHash(bucket), 0, 0, namehash(name), call])
  return resolver.read.resolveFromFile([bucket, question])
}

const encoded = (value: Hex) => toHex(BigInt(value), { size: 32 })
const readText = async (name: string, key: string) => decodeText(await resolve(name, textCall(name, key)))

async function readBytes(name: string, call: Hex): Promise<Hex> {
  return decodeFunctionResult({ abi, functionName: 'contenthash', data: await resolve(name, call) })
}

describe('records', () => {
  test('rule: each kind of record is answered from the record set', async () => {
    expect(await resolve(alice, addrCall(alice))).toBe(encoded(eth))
    expect(await readBytes(alice, coinCall(alice, 60n))).toBe(eth.toLowerCase())
    expect(await readBytes(alice, coinCall(alice, 0n))).toBe(bitcoin)
    expect(await readText(alice, 'avatar')).toBe('https://demo.example/🦊.png')
    expect(await readText(alice, 'long')).toBe('x'.repeat(5000))
    expect(await readBytes(alice, contenthashCall(alice))).toBe(content)
  })

  test.each(lengths)('rule: keys of %i bytes differ by their last one', async (length) => {
    for (const end of ['1', '2']) expect(await readText(alice, keyOf(length, end))).toBe(`${length} ${end}`)
    expect(await readText(alice, keyOf(length, '3'))).toBe('')
  })

  test.each([alice, 'empty.demo.eth', 'absent.demo.eth', 'a.alice.demo.eth', 'alice.other.eth'])(
    'rule: what %s does not have is the empty value',
    async (name) => {
      expect(await readBytes(name, coinCall(name, 2n))).toBe('0x')
      expect(await readBytes(name, coinCall(name, 2n ** 32n + 60n))).toBe('0x')
      for (const key of ['avatars', 'k'.repeat(70), ''] as const) expect(await readText(name, key)).toBe('')
      if (name === alice) return
      expect(await resolve(name, addrCall(name))).toBe(encoded(zeroAddress))
      expect(await readBytes(name, contenthashCall(name))).toBe('0x')
    },
  )

  test('rule: EVM chains without their own address have the default address (ENSIP-19), and no others', async () => {
    expect(await resolve(bob, addrCall(bob))).toBe(encoded(other))
    for (const coin of [60n, 0x80000000n, 0x80000001n, 0x8000000an, 0xffffffffn])
      expect(await readBytes(bob, coinCall(bob, coin))).toBe(other.toLowerCase())
    expect(await readBytes(bob, coinCall(bob, 0x80002105n))).toBe(eth.toLowerCase())
    for (const coin of [0n, 59n, 61n, 0x7fffffffn, 0x100000000n, 2n ** 255n])
      expect(await readBytes(bob, coinCall(bob, coin))).toBe('0x')
  })

  test('rule: hasAddr tells of stored addresses only', async () => {
    const has = (coin: bigint, name = bob) =>
      resolve(name, encodeFunctionData({ abi, functionName: 'hasAddr', args: [namehash(name), coin] }))
    for (const coin of [60n, 0n, 0x100000000n]) expect(await has(coin)).toBe(encoded('0x0'))
    for (const coin of [0x80000000n, 0x80002105n]) expect(await has(coin)).toBe(encoded('0x1'))
    expect(await has(0n, odd)).toBe(encoded('0x1'))
  })

  test('rule: an address of another length than 20 is its bytes, and no addr(bytes32)', async () => {
    expect(await resolve(odd, addrCall(odd))).toBe(encoded(zeroAddress))
    expect(await readBytes(odd, coinCall(odd, 60n))).toBe('0x1234')
    expect(await readBytes(odd, coinCall(odd, 0xffffffffn))).toBe(bitcoin)
  })

  test.each([
    ['name', [], ['0x20', '0x0']],
    ['pubkey', [], ['0x0', '0x0']],
    ['ABI', [15n], ['0x0', '0x40', '0x0']],
    ['interfaceImplementer', ['0x01ffc9a7'], ['0x0']],
  ] as const)('rule: %s, which names here never have, is empty', async (functionName, args, words) => {
    const dataOf = (name: string) =>
      // Safe: each function is given its own arguments.
      encodeFunctionData({ abi, functionName, args: [namehash(name), ...args] as never })
    expect(await resolve(alice, dataOf(alice))).toBe(
      encodePacked(
        words.map(() => 'bytes32'),
        words.map(encoded),
      ),
    )
    expect(await revertOf(resolve(alice, dataOf(bob)))).toEqual({
      name: 'NodeMismatch',
      args: [namehash(bob)],
    })
  })
})

test('rule: of a name that a bucket does not have, none of its bytes are read as records', async () => {
  /** An entry whose node reads as a record: key 03, the content hash, of no bytes. */
  const file = `0x00010000000003${'00'.repeat(25)}00000000` as const
  const types = ['bytes32', 'uint8', 'uint8', 'bytes32', 'bytes'] as const
  const question = encodePacked(types, [bucketFileHash(file), 0, 0, namehash(bob), contenthashCall(bob)])
  const data = await resolver.read.resolveFromFile([file, question])
  expect(decodeFunctionResult({ abi, functionName: 'contenthash', data })).toBe('0x')
})

const setText = encodeFunctionData({ abi, functionName: 'setText', args: [namehash(alice), 'a', 'b'] })
const selector = toFunctionSelector('setText(bytes32,string,string)')
const unsupported = encodeErrorResult({ abi, errorName: 'UnsupportedResolverProfile', args: [selector] })

describe('calls', () => {
  test('rule: a multicall has its answers in the order of its calls, absent ones included', async () => {
    const calls = [
      textCall(alice, 'avatar'),
      addrCall(alice),
      textCall(alice, 'none'),
      coinCall(alice, 0n),
      setText,
    ]
    const data = await resolve(alice, multicall(calls))
    const single = await Promise.all(calls.slice(0, 4).map((call) => resolve(alice, call)))
    expect(decodeFunctionResult({ abi, functionName: 'multicall', data })).toEqual([...single, unsupported])
    expect(await resolve(alice, multicall([]))).toBe(`0x${'20'.padStart(64, '0')}${'0'.repeat(64)}`)
  })

  test('UnsupportedResolverProfile for an unknown function, and for a multicall inside a multicall', async () => {
    expect(await revertOf(resolve(alice, setText))).toEqual({ data: unsupported })
    const data = await resolve(alice, multicall([multicall([])]))
    const [nested] = decodeFunctionResult({ abi, functionName: 'multicall', data })
    expect(nested).toMatch(/^0x7b1c461bac9650d8/)
  })

  test('rule: a selector alone is a call of an unknown function', async () => {
    const args = ['0x12345678'] as const
    expect(await revertOf(resolve(alice, '0x12345678'))).toEqual({
      data: encodeErrorResult({ abi, errorName: 'UnsupportedResolverProfile', args }),
    })
  })

  test('rule: an item ends with its length, also where the data ends there', async () => {
    const call = `0x12345678${'00'.repeat(28)}` as const
    const data = await resolve(alice, multicall([call]))
    const args = ['0x12345678'] as const
    expect(decodeFunctionResult({ abi, functionName: 'multicall', data })).toEqual([
      encodeErrorResult({ abi, errorName: 'UnsupportedResolverProfile', args }),
    ])
  })

  test('NodeMismatch for a call about another node, also inside a multicall', async () => {
    const refused = { name: 'NodeMismatch', args: [namehash(bob)] }
    const foreign = [
      addrCall(bob),
      textCall(bob, 'url'),
      coinCall(bob, 0n),
      contenthashCall(bob),
      encodeFunctionData({ abi, functionName: 'hasAddr', args: [namehash(bob), 60n] }),
    ]
    for (const call of [...foreign, ...foreign.map((each) => multicall([addrCall(alice), each]))])
      expect(await revertOf(resolve(alice, call))).toEqual(refused)
  })

  test.each<[string, Hex]>([
    ['half a selector', '0x3b3b'],
    ['no node', '0x3b3b57de'],
    ['a coin type call without its coin type', `0xf1cb7e06${namehash(alice).slice(2)}`],
    ['half a coin type', `0xf1cb7e06${namehash(alice).slice(2)}${'00'.repeat(16)}`],
    ['a multicall without its items', '0xac9650d8'],
    [
      'a multicall that counts more items than it has',
      `0xac9650d8${'20'.padStart(64, '0')}${'2'.padStart(64, '0')}`,
    ],
    ['a multicall whose items are behind its end', `0xac9650d8${'ff'.repeat(32)}${'1'.padStart(64, '0')}`],
    [
      'an item behind the end of the multicall',
      `0xac9650d8${['20', '1', '40', '4'].map((word) => word.padStart(64, '0')).join('')}`,
    ],
    [
      'a text key behind its end',
      `0x59d1d43c${namehash(alice).slice(2)}${'40'.padStart(64, '0')}${'9'.padStart(64, '0')}`,
    ],
  ])('rule: a call with %s reverts without data', async (_what, call) => {
    const failure = await resolve(alice, call).catch((error: Error) => error)
    expect(failure).toBeInstanceOf(Error)
    expect(String(failure)).toContain('revert')
  })

  test('rule: a multicall whose items begin at its offset has none', async () => {
    expect(await resolve(alice, `0xac9650d8${zeroHash.slice(2)}`)).toBe(await resolve(alice, multicall([])))
  })

  test('rule: a multicall is read as ABI has it: items in any place, twice, with bytes between', async () => {
    const call = addrCall(alice).slice(2)
    const item = `${'24'.padStart(64, '0')}${call.padEnd(128, '0')}`
    const words = ['20', '2', '60', '60', '0'].map((word) => word.padStart(64, '0')).join('')
    const data = await resolve(alice, `0xac9650d8${words}${item}`)
    const answers = decodeFunctionResult({ abi, functionName: 'multicall', data })
    expect(answers).toEqual([encoded(eth), encoded(eth)])
  })
})

test('rule: a maximal record set resolves, also all of it in one multicall, below the bound of nodes', async () => {
  const name = 'max.demo.eth'
  const texts = Array.from({ length: 256 }, (_, index) => textRecord(`key ${index}`, `${index} `.repeat(40)))
  const addresses = Array.from({ length: 256 }, (_, index) => addressRecord(0x80000000 + index, eth))
  const file = encodeBucket({
    [name]: [...texts, ...addresses, contenthashRecord(content), textRecord('large', 'x'.repeat(16_384))],
  })
  const calls = Array.from({ length: 256 }, (_, index) => textCall(name, `key ${index}`))
  const types = ['bytes32', 'uint8', 'uint8', 'bytes32', 'bytes'] as const
  const question = encodePacked(types, [bucketFileHash(file), 0, 0, namehash(name), multicall(calls)])
  const data = await resolver.read.resolveFromFile([file, question])
  const answers = decodeFunctionResult({ abi, functionName: 'multicall', data })
  expect(answers.map(decodeText)).toEqual(calls.map((_, index) => `${index} `.repeat(40)))
  const callback = encodeFunctionData({
    abi: resolver.abi,
    functionName: 'resolveFromFile',
    args: [file, question],
  })
  const gas = await chain.client.estimateGas({ to: resolver.address, data: callback })
  expect(gas).toBeLessThan(50_000_000n)
})
