/** Coin type of a chain without one of its own (ENSIP-11). */
const evmCoinType = 0x80000000

interface PaymentAddress {
  /** Coin type (SLIP-44, ENSIP-11). */
  readonly id: number
  readonly value: string
}

/**
 * What a wallet scans to send to an address: of a chain of the EVM, its payment URI (EIP-681); else the address. Ether of a
 * name of a test network (`chainId`) is that network's. The address for every other chain names none.
 */
export function paymentUri({ id, value }: PaymentAddress, chainId: number): string {
  if (!/^0x[0-9a-fA-F]{40}$/.test(value)) return value
  if (id === 60) return `ethereum:${value}@${chainId}`
  if (id === evmCoinType) return `ethereum:${value}`
  return id > evmCoinType ? `ethereum:${value}@${id - evmCoinType}` : value
}
