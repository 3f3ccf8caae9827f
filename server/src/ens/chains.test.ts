import { getAddress, isAddress } from 'viem'
import { mainnet, sepolia } from 'viem/chains'
import { describe, expect, it } from 'vitest'
import { chainIdList, chainIds, ensChain, ensChains, isChainId, mapChains, testnetIds } from './chains.ts'

describe('the table of chains', () => {
  it.each([mainnet, sepolia])(
    'rule: $name has the id and the Universal Resolver that viem knows',
    (chain) => {
      const { contracts } = ensChain(chain.id)
      expect(contracts.universalResolver).toBe(getAddress(chain.contracts.ensUniversalResolver.address))
    },
  )

  it.each(ensChains)('rule: every contract of $name is a checksummed address', ({ contracts }) => {
    for (const address of Object.values(contracts))
      expect(address === null || isAddress(address), `${address}`).toBe(true)
  })

  it('rule: ids and names are unique, and mainnet is the first', () => {
    expect(new Set(chainIds).size).toBe(ensChains.length)
    expect(new Set(ensChains.map(({ name }) => name)).size).toBe(ensChains.length)
    expect(chainIds[0]).toBe(mainnet.id)
    expect(testnetIds).toEqual(chainIds.slice(1))
  })

  it('rule: messages list the ids, and no other id is a chain of names', () => {
    expect(chainIdList).toBe('1 or 11155111')
    expect([1, 11155111, 8453, 0].map(isChainId)).toEqual([true, true, false, false])
    expect(mapChains(({ name }) => name)).toEqual({ 1: 'mainnet', 11155111: 'sepolia' })
  })
})
