/** The chains on which names are served: Ethereum mainnet and Sepolia. */
export const chainIds = [1, 11155111] as const

export type ChainId = (typeof chainIds)[number]

export function isChainId(chainId: number): chainId is ChainId {
  return chainIds.some((known) => known === chainId)
}
