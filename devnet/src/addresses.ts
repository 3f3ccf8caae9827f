import type { Address } from 'viem'

/** The addresses of the contracts on a chain; those named `v2…` and the mirror only exist on a chain with ENSv2. */
export interface Addresses {
  readonly registry: Address
  readonly baseRegistrar: Address
  readonly universalResolver: Address
  /** Of before ENSIP-23: viem before 2.35 and ensjs before 4.2 call it. */
  readonly olderUniversalResolver: Address
  readonly publicResolver: Address
  readonly reverseRegistrar: Address
  readonly nameWrapper: Address
  readonly v2Root: Address
  readonly v2EthRegistry: Address
  readonly mirrorResolver: Address
}

/** ENSv2 has no stable addresses on real chains either: clients read them from the Universal Resolver. */
const onEachChain = {
  registry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  baseRegistrar: '0x57f1887a8BF19b14fC0dF6Fd9B2acc9Af147eA85',
  universalResolver: '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe',
  v2Root: '0x00000000000000000000000000000000000E2001',
  v2EthRegistry: '0x00000000000000000000000000000000000e2002',
  mirrorResolver: '0x00000000000000000000000000000000000E2003',
} as const

/** The addresses at which stock clients call ENS: those of the real deployments. */
export const addresses = {
  1: {
    ...onEachChain,
    olderUniversalResolver: '0xce01f8eee7E479C928F8919abD53E553a36CeF67',
    publicResolver: '0xF29100983E058B709F3D539b0c765937B804AC15',
    reverseRegistrar: '0xa58E81fe9b61B5c3fE2AFD33CF304c454AbFc7Cb',
    nameWrapper: '0xD4416b13d2b3a9aBae7AcD5D6C2BbDBE25686401',
  },
  11155111: {
    ...onEachChain,
    olderUniversalResolver: '0xc8Af999e38273D658BE1b921b88A9Ddf005769cC',
    publicResolver: '0xE99638b40E4Fff0129D56f03b55b6bbC4BBE49b5',
    reverseRegistrar: '0xA0a1AbcDAe1a2a4A2EF8e9113Ff0e02DD81DC0C6',
    nameWrapper: '0x0635513f179D50A207757E05759CbD106d7dFcE8',
  },
} as const satisfies Readonly<Record<number, Addresses>>

export type ChainId = keyof typeof addresses

/** Safe because `Object.keys` only loses the type of the keys. */
export const chainIds = Object.keys(addresses).map(Number) as readonly ChainId[]
