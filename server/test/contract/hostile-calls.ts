import { encodeFunctionData, type Hex } from 'viem'
import { encodeTextCall, resolverAbi } from '../support/gateway/calls.ts'
import { addressCall, encodeLookup } from '../support/gateway/client.ts'

function word(value: number): string {
  return value.toString(16).padStart(64, '0')
}

/** A multicall with the given offsets, over items of any bytes. */
function multicallAt(offsets: readonly number[], items: string): Hex {
  return `0xac9650d8${word(32)}${word(offsets.length)}${offsets.map(word).join('')}${items}`
}

/** `bytes` of the ABI: its length, and its content in whole words. */
function bytesOf(call: Hex): string {
  const digits = call.slice(2)
  return word(digits.length / 2) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
}

/** One item that `count` offsets point to. */
function repeated(call: Hex, count: number): Hex {
  return multicallAt(Array(count).fill(32 * count), bytesOf(call))
}

/** Items that begin inside each other. */
function overlapping(call: Hex, count: number): Hex {
  return multicallAt(
    Array.from({ length: count }, (_, index) => 32 * count + index),
    bytesOf(call).repeat(2),
  )
}

function nested(call: Hex): Hex {
  return encodeFunctionData({
    abi: resolverAbi,
    functionName: 'multicall',
    args: [[encodeFunctionData({ abi: resolverAbi, functionName: 'multicall', args: [[call]] }), call]],
  })
}

/** Call data about a name that requests much with little, or is malformed; short enough for a path. */
export function hostileCalls(name: string): readonly string[] {
  const calls = [addressCall(name), encodeTextCall(name, 'big-0'), '0x95a3be99', '0x12345678'] as const
  const multicalls = calls.flatMap((call) => [
    repeated(call, 7),
    repeated(call, 256),
    repeated(call, 600),
    overlapping(call, 200),
    nested(call),
  ])
  const keyOf = (length: number) => encodeTextCall(name, 'k'.repeat(length))
  return [
    ...[...multicalls, repeated(keyOf(2000), 256), keyOf(15_000), multicallAt([0xffffffff, 0], '')].map(
      (call) => encodeLookup(name, call),
    ),
    encodeLookup(name, addressCall(name)).slice(2),
    `/${encodeLookup(name, addressCall(name))}`,
    encodeLookup(name, addressCall(name)).toUpperCase(),
  ]
}

/** Lists of texts: many, large, and such as are larger in JSON than in the database. */
export function hostileTexts(): readonly unknown[] {
  const texts = (count: number, value: string) =>
    Array.from({ length: count }, (_, index) => ({ key: `big-${index}`, value }))
  return [
    texts(1, 'v'),
    texts(4, 'v'.repeat(16_000)),
    texts(4, '\u0001'.repeat(16_000)),
    texts(3, '🐉'.repeat(4096)),
    texts(3, '🐉'.repeat(4097)),
    texts(256, 'é'.repeat(100)),
    texts(257, 'v'),
    texts(6, 'v'.repeat(16_000)),
    texts(1, '\ud800'),
    texts(1, 'a\0b'),
    texts(4, ''),
    [{ key: 'ü'.repeat(129), value: 'v' }],
    [{ key: '\u202e\u200d', value: '\r\n"\\' }],
  ]
}
