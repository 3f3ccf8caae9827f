import type { Address } from 'viem'
import { checksumAddress, isValidAddress } from '../../crypto/evm-address.ts'
import { chainCoinType } from '../../ens/chain-label-coin-type.ts'
import { isEvmCoinType } from '../../ens/coin-type.ts'
import { AppError } from '../../errors.ts'

export interface ReverseTarget {
  readonly address: Address
  /** Of an EVM chain, or their default. */
  readonly coinType: number
}

/** Does not validate the address. */
export function extractAddress(entry: string): string {
  return entry.replace(/@.*$/s, '').toLowerCase()
}

/**
 * Parses `<address>` with a separate coin type, or `<address>@<chain>` (ERC-7828): id, `eip155:<id>` or label.
 *
 * @throws AppError `BadRequestException`, `UnsupportedChainException` for an unknown or non-EVM chain.
 */
export function parseReverseTarget(entry: string, defaultCoinType: number | undefined): ReverseTarget {
  const at = entry.indexOf('@')
  const address = at === -1 ? entry : entry.slice(0, at)
  if (!isValidAddress(address))
    throw new AppError(
      'BadRequestException',
      'address: is not 0x and 40 hex digits with a correct EIP-55 checksum, with or without @<chain>.',
    )
  const coinType = at === -1 ? defaultCoinType : chainCoinType(entry.slice(at + 1).toLowerCase())
  if (at === -1 && coinType === undefined)
    throw new AppError('BadRequestException', 'coinType: is needed for an address without @<chain>.')
  if (coinType !== undefined && isEvmCoinType(coinType))
    return { address: checksumAddress(address), coinType }
  throw new AppError(
    'UnsupportedChainException',
    'Primary names are of EVM chains: use a chain id, eip155:<id>, a label such as base, or their coin types.',
  )
}
