import { t } from '../../../text/messages.ts'
import type { ReverseClaimForm } from '../../../wallet/reverse-claim.ts'

/** Where an address can have a primary name (ENSIP-19). */
export interface PrimaryNameNetwork {
  readonly id: string
  readonly chainId: number
  readonly title: string
  /** Of the address record that must lead back to the address (ENSIP-11). */
  readonly coinType: number
  /** Absent: the registry of the chain names the reverse registrar, which takes no signatures. */
  readonly signing?: SigningNetwork
}

/** A chain whose reverse registrar takes a signature, and the form of it that is known. */
export interface SigningNetwork {
  readonly chainId: number
  readonly registrar: string
  readonly form: ReverseClaimForm
}

/** ENS has deployed it at one address on all of them. */
const l2Registrar = '0x0000000000D8e504002cC26E3Ec46D81971C1664'

/** On Ethereum, for every chain of the EVM on which the address has no other name. */
const defaultRegistrar = '0x283F227c4Bd38ecE252C4Ae7ECE650B0e913f1f9'

/** ENSIP-19. */
const defaultCoinType = 0x80000000

const l2Networks: readonly (readonly [number, string])[] = [
  [8453, 'Base'],
  [10, 'Optimism'],
  [42161, 'Arbitrum'],
  [59144, 'Linea'],
  [534352, 'Scroll'],
]

/** The chain of the name, and for names of mainnet its rollups. */
export function primaryNameNetworks(chainId: number): readonly PrimaryNameNetwork[] {
  if (chainId !== 1) return [{ id: `${chainId}`, chainId, title: t('test-network'), coinType: 60 }]
  return [
    { id: `${chainId}`, chainId, title: 'Ethereum', coinType: 60 },
    ...l2Networks.map(([id, title]) => ({
      id: `${id}`,
      chainId: id,
      title,
      coinType: defaultCoinType + id,
      signing: { chainId: id, registrar: l2Registrar, form: 'coin-type' as const },
    })),
    {
      id: 'default',
      chainId,
      title: t('coin.every-other'),
      coinType: defaultCoinType,
      signing: { chainId, registrar: defaultRegistrar, form: 'default' },
    },
  ]
}
