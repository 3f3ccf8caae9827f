import { type Address, type Hex, numberToHex } from 'viem'

/** The domain of every name that is looked up. */
export const domain = 'bench.eth'

/** The chain of the domain. */
export const chainId = 1

/** The contract that answers are signed for; nothing has to be there. */
export const resolverAddress: Address = '0x2222222222222222222222222222222222222222'

/** Signs every answer. A key of no worth. */
export const signerKey: Hex = `0x${'11'.repeat(32)}`

const ethereum = 60

/** Coin type of the address that every EVM chain without its own has (ENSIP-19). */
const anyEvmChain = 0x80000000

/** Coin type of an EVM chain (ENSIP-11). */
export const evmChain = (chainId: number): number => anyEvmChain + chainId

export interface ZoneName {
  readonly label: string
  readonly addresses: readonly { readonly coinType: number; readonly address: Address }[]
  readonly texts: readonly { readonly key: string; readonly value: string }[]
}

/** Addresses of names, in lower case: different ones for different numbers, the same ones each time. */
const addressOf = (number: number): Address => numberToHex(0xa0_0000_0000 + number, { size: 20 })

/** `u0`, `u1`, …: names as most people have them, with one address for all EVM chains and two texts. */
export const users: readonly ZoneName[] = Array.from({ length: 10_000 }, (_, number) => ({
  label: `u${number}`,
  addresses: [ethereum, anyEvmChain].map((coinType) => ({ coinType, address: addressOf(number) })),
  texts: [
    { key: 'avatar', value: `https://example.com/avatars/${number}.png` },
    { key: 'description', value: `User number ${number} of the benchmark` },
  ],
}))

const profileChains = [10, 56, 100, 137, 8453, 42161].map(evmChain)

/** `p0`, `p1`, …: names with 30 records, 8 of them addresses. */
export const profiles: readonly ZoneName[] = Array.from({ length: 1000 }, (_, number) => ({
  label: `p${number}`,
  addresses: [ethereum, anyEvmChain, ...profileChains].map((coinType, index) => ({
    coinType,
    address: addressOf(1000 * index + number),
  })),
  texts: Array.from({ length: 22 }, (_, index) => ({
    key: `key-${index}`,
    value: `value ${index} of profile ${number}`,
  })),
}))

/** The address a name resolves to for a coin type, `undefined` for none: of an EVM chain its own or that of all. */
export const effectiveAddress = ({ addresses }: ZoneName, coinType: number): Address | undefined =>
  addresses.find((record) => record.coinType === coinType)?.address ??
  (coinType > anyEvmChain ? addresses.find((record) => record.coinType === anyEvmChain)?.address : undefined)
