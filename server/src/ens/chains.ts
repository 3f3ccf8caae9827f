/** The chains on which names are served: Ethereum mainnet and Sepolia. */
export const chainIds = [1, 11155111] as const

export type ChainId = (typeof chainIds)[number]

export const isChainId = (chainId: number): chainId is ChainId => chainIds.some((known) => known === chainId)
