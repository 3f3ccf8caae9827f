import { expect, test } from 'vitest'
import { chainCoinType } from './coin-names.ts'

test.each([
  ['1', 60],
  ['8453', 2147492101],
  ['2147483647', 4294967295],
  ['eip155:1', 60],
  ['eip155:10', 2147483658],
  ['eth', 60],
  ['ethereum', 60],
  ['mainnet', 60],
  ['sepolia', 2158638759],
  ['base', 2147492101],
  ['base-sepolia', 2147568180],
  ['op', 2147483658],
  ['optimism', 2147483658],
  ['arb1', 2147525809],
  ['arbitrum', 2147525809],
  ['polygon', 2147483785],
  ['matic', 2147483785],
  ['linea', 2147542792],
  ['scroll', 2148018000],
  ['default', 2147483648],
  ['btc', 0],
  ['bitcoin', 0],
  ['solana', 501],
])('%s has coin type %d', (label, coinType) => {
  expect(chainCoinType(label)).toBe(coinType)
})

test.each([
  '0',
  '01',
  '2147483648',
  '4294967296',
  '99999999999',
  'eip155:',
  'eip155:0x1',
  'solana:5eykt4',
  'atlantis',
])('%s is not known offline', (label) => {
  expect(chainCoinType(label)).toBeUndefined()
})

test.each(['constructor', '__proto__', 'toString'])(
  'rule: a property of every object is not a chain label: %s',
  (label) => {
    expect(chainCoinType(label)).toBeUndefined()
  },
)
