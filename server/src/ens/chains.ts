import type { Address } from 'viem'

export interface EnsContracts {
  readonly registry: Address
  /** v1, for `.eth` second-level names. */
  readonly baseRegistrar: Address
  readonly nameWrapper: Address
  /** ENSIP-23 entry point: an upgradable proxy, which also leads to the v2 registries. */
  readonly universalResolver: Address
  /** Holds v1 tokens of names that moved to v2; `null` where not deployed. */
  readonly graveyard: Address | null
}

export interface EnsChain {
  readonly id: number
  /** In resolver entries and names: `alice.eth@sepolia`. */
  readonly name: string
  readonly title: string
  readonly contracts: EnsContracts
  /** Default of resolver entries. */
  readonly publicRpcUrl: string
}

const sharedContracts = {
  registry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  baseRegistrar: '0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85',
  universalResolver: '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe',
} as const

/**
 * Supported chains, mainnet first. Sources: https://docs.ens.domains/learn/deployments; for the Graveyard, the Sepolia
 * deployment records of ENSv2 (September 2026). v2 registries are redeployed, thus discovered by
 * `chain/names.ts`.
 */
export const ensChains = [
  {
    id: 1,
    name: 'mainnet',
    title: 'mainnet',
    contracts: {
      ...sharedContracts,
      nameWrapper: '0xD4416b13d2b3a9aBae7AcD5D6C2BbDBE25686401',
      graveyard: null,
    },
    publicRpcUrl: 'https://ethereum-rpc.publicnode.com',
  },
  {
    id: 11155111,
    name: 'sepolia',
    title: 'Sepolia',
    contracts: {
      ...sharedContracts,
      nameWrapper: '0x0635513f179D50A207757E05759CbD106d7dFcE8',
      graveyard: '0x950b93885b33cE4C7e8571BE2c88A1aa93D82F49',
    },
    publicRpcUrl: 'https://ethereum-sepolia-rpc.publicnode.com',
  },
] as const satisfies readonly EnsChain[]

export type ChainId = (typeof ensChains)[number]['id']

export const mainnetId = 1 satisfies ChainId

export const chainIds: readonly ChainId[] = ensChains.map(({ id }) => id)

export const testnetIds: readonly ChainId[] = chainIds.filter((id) => id !== mainnetId)

/** `1 or 11155111`. */
export const chainIdList = new Intl.ListFormat('en', { type: 'disjunction' }).format(chainIds.map(String))

export function isChainId(chainId: number): chainId is ChainId {
  return chainIds.some((known) => known === chainId)
}

/** Of the database. Safe: chains are parsed before they are stored. */
export const storedChainId = (chainId: number) => chainId as ChainId

/** Safe: `Object.fromEntries` loses the type of its keys, all of `chainIds`. */
export function mapChains<Value>(toValue: (chain: (typeof ensChains)[number]) => Value) {
  return Object.fromEntries(ensChains.map((chain) => [chain.id, toValue(chain)])) as Record<ChainId, Value>
}

const chainsById: Readonly<Record<ChainId, EnsChain>> = mapChains((chain) => chain)

export function ensChain(chainId: ChainId): EnsChain {
  return chainsById[chainId]
}
