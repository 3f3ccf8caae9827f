import type { Address } from 'viem'
import type { ChainId } from './chains.ts'

/** Where ENS lives on a chain. */
export interface EnsContracts {
  /** The v1 registry. */
  readonly registry: Address
  /** The v1 registrar of `.eth` second-level names. */
  readonly baseRegistrar: Address
  readonly nameWrapper: Address
  /** The entry point of ENSIP-23. It is an upgradable proxy, through which the v2 registries are discovered. */
  readonly universalResolver: Address
  /** Holds the v1 tokens of names that moved to v2; `null` where none is deployed. */
  readonly graveyard: Address | null
}

const sharedAddresses = {
  registry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  baseRegistrar: '0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85',
  universalResolver: '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe',
} as const

/**
 * The published deployments: https://docs.ens.domains/learn/deployments for v1 and the Universal Resolver, the Sepolia
 * deployment records of ENSv2 (September 2026) for the Graveyard. No v2 registry is listed, because those are
 * redeployed; see `discover.ts`.
 */
export const ensContracts: Record<ChainId, EnsContracts> = {
  1: {
    ...sharedAddresses,
    nameWrapper: '0xD4416b13d2b3a9aBae7AcD5D6C2BbDBE25686401',
    graveyard: null,
  },
  11155111: {
    ...sharedAddresses,
    nameWrapper: '0x0635513f179D50A207757E05759CbD106d7dFcE8',
    graveyard: '0x950b93885b33cE4C7e8571BE2c88A1aA93D82F49',
  },
}
