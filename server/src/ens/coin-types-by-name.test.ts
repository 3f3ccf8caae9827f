import { coinTypeToNameMap } from '@ensdomains/address-encoder'
import { toCoinType } from 'viem'
import { expect, test } from 'vitest'
import { coinName } from './coin-names.ts'
import { defaultEvmCoinType, evmCoinType, isCoinType, isEvmCoinType, localCoinType } from './coin-types.ts'

test.each([
  [1, 60],
  [10, 2147483658],
  [8453, 2147492101],
  [11155111, 2158638759],
  [0, 2147483648],
])('rule: chain %d has coin type %d (ENSIP-11)', (chainId, coinType) => {
  expect(evmCoinType(chainId)).toBe(coinType)
  if (chainId > 0) expect(BigInt(evmCoinType(chainId))).toBe(toCoinType(chainId))
})

test.each([
  [60, 'eth'],
  [0, 'btc'],
  [501, 'sol'],
  [2147483648, 'default'],
  [2147492101, 'base'],
  [2147483658, 'op'],
  [2147525809, 'arb1'],
  [2158638759, 'evm-11155111'],
  [4294967295, 'evm-2147483647'],
  [9999, 'coin-9999'],
])('rule: coin type %d is called %s', (coinType, name) => {
  expect(coinName(coinType)).toBe(name)
})

test('rule: a made-up name never collides with a listed one', () => {
  const listed = Object.values(coinTypeToNameMap).map(([name]) => name)
  expect(listed.filter((name) => /^(evm|coin)-/.test(name))).toEqual([])
})

test.each([60, defaultEvmCoinType, 2147492101, 4294967295])('rule: %d is an EVM coin type', (coinType) => {
  expect(isEvmCoinType(coinType)).toBe(true)
})

test.each([0, 61, 137, 501, defaultEvmCoinType - 1, 2 ** 32])(
  'rule: %d is not an EVM coin type',
  (coinType) => {
    expect(isEvmCoinType(coinType)).toBe(false)
  },
)

test('rule: coin types are integers from 0 to 2^32-1', () => {
  expect([0, 60, 2 ** 32 - 1].every(isCoinType)).toBe(true)
  expect([-1, 0.5, 2 ** 32, Number.NaN, Number.POSITIVE_INFINITY].some(isCoinType)).toBe(false)
})

test('rule: on a testnet, its own coin type becomes 60, and no other type changes', () => {
  const sepolia = 11155111
  expect(localCoinType(sepolia, evmCoinType(sepolia))).toBe(60)
  expect(localCoinType(sepolia, evmCoinType(10))).toBe(evmCoinType(10))
  expect(localCoinType(1, evmCoinType(sepolia))).toBe(evmCoinType(sepolia))
})
