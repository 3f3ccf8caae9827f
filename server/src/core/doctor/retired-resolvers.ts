import type { Address } from 'viem'

interface RetiredService {
  readonly name: string
  readonly ended: string
  /** Of mainnet and Sepolia. */
  readonly resolvers: readonly Lowercase<Address>[]
}

const retiredServices: readonly RetiredService[] = [
  {
    name: 'NameStone',
    ended: '2026-08-03',
    resolvers: [
      '0xa87361c4e58b619c390f469b9e6f27d759715125',
      '0x467893bfe201f8efea09bbd53fb69282e6001595',
      '0x2291053f49cd008306b92f84a61c6a1bc9b5cb65',
      '0x828ec5bde537b8673af98d77bcb275ae1ca26d1f',
      '0x84c5adb77dd9f362a1a3480009992d8d47325dc3',
      '0xd17347fa0a6eec89a226c96a9ae354f785e94241',
      '0x7ce6cf740075b5af6b1681d67136b84431b43abd',
    ],
  },
]

/** The service that the resolver belonged to and that has ended, if it is known. */
export function findRetiredService(resolver: Address): RetiredService | undefined {
  const address = resolver.toLowerCase()
  return retiredServices.find(({ resolvers }) => resolvers.some((known) => known === address))
}
