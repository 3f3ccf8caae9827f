import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import { evmCoinType } from './coin-types.ts'
import { coinTypeOfInteroperableAddress, interoperableChecksum } from './interoperable.ts'

test.each([
  ['ERC-7930, example 1', 1, '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045', '4CA88C9C'],
  ['ERC-7828, mainnet', 1, '0xFe89cc7aBB2C4183683ab71653C4cdc9B02D44b7', '80B12379'],
] as const)('the checksum of %s', (_, chainId, address, checksum) => {
  expect(interoperableChecksum(evmCoinType(chainId), address)).toBe(checksum)
})

test('rule: chain ids of any length take part in the checksum', () => {
  const address: Hex = `0x${'aa'.repeat(20)}`
  const chains = [1, 10, 255, 256, 8453, 11155111, 0x7fffffff]
  expect(new Set(chains.map((id) => interoperableChecksum(evmCoinType(id), address))).size).toBe(
    chains.length,
  )
})

test.each([
  ['Bitcoin', 0],
  ['the default of all EVM chains', 0x80000000],
])('rule: %s has no checksum here', (_, coinType) => {
  expect(interoperableChecksum(coinType, `0x${'aa'.repeat(20)}`)).toBeUndefined()
})

test.each([
  ['0x00010000010100', 60],
  ['0x00010000010a00', 2147483658],
  ['0x0001000002210500', 2147492101],
  ['0x00010000010114d8da6bf26964af9d7eed9e03e53415d37aa96045', 60],
] as const)('the chain of %s', (bytes, coinType) => {
  expect(coinTypeOfInteroperableAddress(bytes)).toBe(coinType)
})

test.each([
  ['nothing', '0x'],
  ['another version', '0x00020000010a00'],
  ['another kind of chain', '0x0001000220452969'],
  ['no chain', '0x000100000014d8da6bf26964af9d7eed9e03e53415d37aa96045'],
  ['a truncated chain', '0x000100000421'],
  ['chain 0', '0x00010000010000'],
  ['a chain beyond 31 bits', '0x00010000048000000000'],
  ['a chain of 32 bytes', `0x0001000020${'ff'.repeat(32)}00`],
] as const)('no chain in %s', (_, bytes) => {
  expect(coinTypeOfInteroperableAddress(bytes)).toBeUndefined()
})
