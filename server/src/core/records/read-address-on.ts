import { resolveChainLabel } from '../../chain/chain-label.ts'
import { readAddress } from '../../chain/read-records.ts'
import type { Reading } from '../../chain/reading.ts'
import { chainCoinType } from '../../ens/chain-label.ts'
import { ethCoinType, evmCoinType } from '../../ens/coin-type.ts'
import { checksumOf } from '../../ens/interoperable-address.ts'
import type { InteroperableName } from '../../ens/interoperable-name.ts'
import { emptyRecords, type Records } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'

/** A name with the chain of which the address is wanted. */
type Wanted = InteroperableName & { readonly chain: string }

/** Sepolia, where coin type 60 means Sepolia itself to names that have no address under its own coin type (ENSIP-19). */
const sepolia = 11155111

/**
 * Reads the address of a name on one chain, and no other record. The address is the one the resolver answers for that
 * chain's coin type, which may be the name's default one; the one on mainnet never stands in for another chain's.
 *
 * @throws AppError `UnsupportedChainException` for a label that nobody knows, `InvalidNameException` when the checksum
 * is not that of the address; and what `resolveCalls` throws.
 */
export async function readAddressOn(reading: Reading, wanted: Wanted): Promise<Records> {
  const coinType = await coinTypeOf(reading, wanted.chain)
  const isOwnTestnet = reading.chain.id === sepolia && coinType === evmCoinType(sepolia)
  const coinTypes = isOwnTestnet ? [coinType, ethCoinType] : [coinType]
  const found = await readAddress(reading, wanted.name, coinTypes)
  if (wanted.checksum !== undefined && (!found || checksumOf(coinType, found.address) !== wanted.checksum))
    throw new AppError(
      'InvalidNameException',
      `The checksum ${wanted.checksum} is not that of the address of ${wanted.name} on ${wanted.chain}.`,
    )
  return { ...emptyRecords, addresses: found ? [found] : [] }
}

async function coinTypeOf(reading: Reading, chain: string): Promise<number> {
  const coinType = chainCoinType(chain) ?? (await resolveChainLabel(reading, chain))
  if (coinType !== undefined) return coinType
  throw new AppError(
    'UnsupportedChainException',
    `Unsupported chain label "${chain}": use a chain id, eip155:<id> or a label such as base, op or btc.`,
  )
}
