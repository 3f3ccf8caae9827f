/** A chain on which an address can have a primary name (ENSIP-19). */
export interface PrimaryNameNetwork {
  readonly chainId: number
  readonly title: string
  /** Of the address record that must lead back to the address (ENSIP-11). */
  readonly coinType: number
  /** Reverse registrar; absent: the registry of the chain names it. */
  readonly registrar?: string
}

/** ENS has deployed it at one address on all of them. */
const l2Registrar = '0x0000000000D8e504002cC26E3Ec46D81971C1664'

const l2Networks: readonly (readonly [number, string])[] = [
  [8453, 'Base'],
  [10, 'Optimism'],
  [42161, 'Arbitrum'],
  [59144, 'Linea'],
  [534352, 'Scroll'],
]

/** The chain of the name, and for names of mainnet its rollups. */
export function primaryNameNetworks(chainId: number): readonly PrimaryNameNetwork[] {
  if (chainId !== 1) return [{ chainId, title: 'Test network', coinType: 60 }]
  return [
    { chainId, title: 'Ethereum', coinType: 60 },
    ...l2Networks.map(([id, title]) => ({
      chainId: id,
      title,
      coinType: 0x80000000 + id,
      registrar: l2Registrar,
    })),
  ]
}
