import { readFileSync } from 'node:fs'
import { coinTypeToNameMap } from '@ensdomains/address-encoder'
import { describe, expect, test } from 'vitest'
import { evmChainsFile, evmChainsSource, knownEvmChains } from '../../test/support/evm-chains.ts'
import { assertCoinType, parseAddress } from './address.ts'
import { coinTypeProblem, evmChainName, meantCoinType } from './coin-type-input.ts'
import { evmCoinType } from './coin-types.ts'
import { mergeRecords, parseRecordChanges } from './records.ts'
import { emptyRecords } from './stored-records.ts'

const lowerCase = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const checksummed = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const chains = [...knownEvmChains()]
const bareIds = chains.filter(([id]) => !Object.hasOwn(coinTypeToNameMap, id))
const sharedIds = chains.filter(([id]) => Object.hasOwn(coinTypeToNameMap, id) && id !== 60)

describe('EVM chains', () => {
  test('the list is the one that its script writes', () => {
    expect(readFileSync(evmChainsFile, 'utf8')).toBe(evmChainsSource())
    expect(chains.length).toBeGreaterThan(600)
    for (const [id] of chains) expect(evmChainName(id)).toBeDefined()
  })

  test('rule: the bare id of each chain is refused with the coin type that is meant, for any address', () => {
    for (const [id] of bareIds) {
      const meant = `did you mean ${evmCoinType(id)} (${id === 1 ? 'Ethereum' : evmChainName(id)})?`
      for (const address of [lowerCase, checksummed, '0x1234', 'x'])
        expect(() => parseAddress(id, address)).toThrow(meant)
      expect(coinTypeProblem(id)).toContain(meant)
      expect(coinTypeProblem(`${id}`)).toContain(meant)
    }
  })

  test('rule: the coin type of each chain is accepted, and as a signed number it is refused with the right one', () => {
    for (const [id] of chains) {
      const coinType = evmCoinType(id)
      expect(parseAddress(coinType, checksummed)).toBe(lowerCase)
      expect(coinTypeProblem(coinType)).toBeUndefined()
      if (id > 1) expect(coinTypeProblem(0x80000000 | id)).toContain(`did you mean ${coinType} (`)
    }
  })

  test('rule: under the number of another coin an EVM address is refused with the coin type of the chain', () => {
    const accepted = sharedIds.filter(([id]) => {
      try {
        parseAddress(id, checksummed)
        return true
      } catch (error) {
        expect(`${error}`).toContain(`did you mean ${evmCoinType(id)} (${evmChainName(id)})?`)
        return false
      }
    })
    // Coins whose addresses have the form of EVM addresses.
    expect(accepted.map(([id]) => id)).toEqual([61, 246, 589, 820, 1001])
    expect(() => parseAddress(137, checksummed)).toThrow('did you mean 2147483785 (Polygon)?')
    expect(parseAddress(137, '0x5aaEB6053f3e94c9b9a09f33669435E7ef1bEAeD')).toHaveLength(42)
  })
})

test.each([
  [0, undefined],
  [2, undefined],
  [3, undefined],
  [22, undefined],
  [60, undefined],
  [607, undefined],
  [637, undefined],
  [0x80000000, undefined],
  // GoChain has the id 60.
  [2147483708, undefined],
  [2147483649, 60],
  [1, 60],
  [10, 2147483658],
  [8453, 2147492101],
  [42161, 2147525809],
  [-2147475195, 2147492101],
  [-1, undefined],
  [0.5, undefined],
  [2 ** 40, undefined],
])('rule: by the coin type %d, %j is meant', (coinType, meant) => {
  expect(meantCoinType(coinType)).toBe(meant)
})

test.each([
  [-1, 'is less than 0'],
  [1.5, 'is not a whole number'],
  [2 ** 32, 'is more than 4294967295'],
  ['99999999999999999999999999', 'is more than 4294967295'],
  ['eip155:8453', 'is not a whole number: did you mean 2147492101 (Base)?'],
  [
    'eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    'is not a whole number: did you mean 60 (Ethereum)?',
  ],
  ['base', 'is not a whole number: did you mean 2147492101 (Base)?'],
  ['ETH', 'is not a whole number: did you mean 60 (Ethereum)?'],
  ['0x80002105', 'is not a whole number: did you mean 2147492101 (Base)?'],
  ['0x2105', 'is not a whole number: did you mean 2147492101 (Base)?'],
  ['btc', 'is not a whole number: did you mean 0 (btc)?'],
  ['', 'is not a whole number'],
  ['__proto__', 'is not a whole number'],
  [null, 'is not a whole number'],
  [{}, 'is not a whole number'],
])('rule: the coin type %j %s', (value, problem) => {
  expect(coinTypeProblem(value)).toBe(problem)
})

test('rule: an address that was stored under the id of a chain stays, and can be removed', () => {
  const stored = { ...emptyRecords, addresses: [{ coinType: 8453, address: lowerCase } as const] }
  const removal = parseRecordChanges({ addresses: [{ coinType: 8453, address: '' }] })
  expect(mergeRecords(stored, removal).addresses).toEqual([])
  expect(mergeRecords(stored, parseRecordChanges({})).addresses).toHaveLength(1)
  expect(() => mergeRecords(emptyRecords, removal)).toThrow('did you mean 2147492101 (Base)?')
  expect(() => assertCoinType(2 ** 32)).toThrow('Expected a whole number from 0 to 4294967295.')
})

test.each([
  [60, `eth:${checksummed}`, `send the address alone, "${checksummed}"`],
  [60, `eip155:1:${checksummed}`, `send the address alone, "${checksummed}"`],
  [60, `ethereum:${checksummed}`, `send the address alone, "${checksummed}"`],
  [60, `base:${checksummed}`, `send "${checksummed}" under the coin type 2147492101 (base)`],
  [60, `eip155:10:${checksummed}`, `send "${checksummed}" under the coin type 2147483658 (op)`],
  [60, ` ${checksummed}`, 'send it without blanks around it'],
  [60, checksummed.slice(2), `send it with 0x, as "${checksummed}"`],
  [60, 'alice.eth', 'it is a name; send the address that it resolves to'],
  [0, 'bitcoin:bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'send the address alone, "bc1qw5'],
  [
    165,
    'xrb_1111111111111111111111111111111111111111111111111111hifc8npp',
    'send "nano_1111111111111111111111111111111111111111111111111111hifc8npp"',
  ],
  [133, `u1${'q'.repeat(100)}`, 'send its transparent (t1…) or Sapling (zs1…) receiver'],
])('errors: of coin type %d, %s says what to send', (coinType, text, remedy) => {
  expect(() => parseAddress(coinType, text)).toThrow(remedy)
})
