import { ethCoinType, isEvmCoinType } from './coin-types.ts'

interface AddressOfCoin {
  readonly coinType: number
  /** Of an EVM coin type: hex in any case. */
  readonly address: string
}

/**
 * The coin types whose addresses go with a name from one holder to the next: coin type 60, which may sign for the name, and
 * every EVM one (ENSIP-11, the default of ENSIP-19 included) that has the address of the former holder or that of coin
 * type 60. They receive what is sent to the name, which is not the former holder's any more. Addresses of others, such as
 * contracts, and of other coins stay.
 *
 * @param holder The former one, hex in any case; the zero address holds nothing.
 */
export function coinTypesOfHolder(addresses: readonly AddressOfCoin[], holder: string): ReadonlySet<number> {
  const signer = addresses.find(({ coinType }) => coinType === ethCoinType)?.address
  const former = [holder, ...(signer === undefined ? [] : [signer])]
    .map((address) => address.toLowerCase())
    .filter((address) => !isZero(address))
  const isFormer = ({ coinType, address }: AddressOfCoin) =>
    coinType === ethCoinType || (isEvmCoinType(coinType) && former.includes(address.toLowerCase()))
  return new Set(addresses.filter(isFormer).map(({ coinType }) => coinType))
}

interface ChangeOfHolder<Address extends string> {
  /** The former one. */
  readonly from: Address
  /** The next one; the zero address for a name without a holder. */
  readonly to: Address
  /** Removes the addresses that would stay. */
  readonly clearsOthers?: boolean | undefined
}

/** The addresses of a name after it has changed hands. */
export function withNextHolder<
  Address extends string,
  Entry extends AddressOfCoin & { readonly address: Address },
>(
  addresses: readonly Entry[],
  { from, to, clearsOthers = false }: ChangeOfHolder<Address>,
): readonly Entry[] {
  const moving = coinTypesOfHolder(addresses, from)
  return addresses.flatMap((entry) => {
    if (!moving.has(entry.coinType)) return clearsOthers ? [] : [entry]
    // The zero address can be recorded for coin type 60 alone.
    return isZero(to) && entry.coinType !== ethCoinType ? [] : [{ ...entry, address: to }]
  })
}

function isZero(address: string): boolean {
  return /^0x0*$/.test(address)
}
