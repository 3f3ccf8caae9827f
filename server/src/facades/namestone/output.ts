import { zeroAddress } from 'viem'
import type { SubnameDetails } from '../../core/subnames/rules.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { formatAddress } from '../../ens/address.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { type Records, storedAddress } from '../../ens/stored-records.ts'
import { toIsoTime } from '../../http/schema/primitives.ts'
import { contenthashUri } from '../../http/schema/records.ts'
import type { Domain } from '../../model/domain.ts'

interface ListedRecords {
  readonly contenthash: string | null
  readonly text_records: Readonly<Record<string, string>>
  readonly coin_types: Readonly<Record<string, string>>
}

interface ListedName extends Partial<ListedRecords> {
  readonly name: string
  readonly address: string
  readonly domain: string
  readonly created_at: string
}

/** `address` is the holder; `coin_types` has coin type 60 where it differs. */
export function toListedName(
  { subname, domain }: SubnameDetails,
  { withRecords }: { readonly withRecords: boolean },
): ListedName {
  const { holder, records, label, createdAt } = subname
  const { contenthash, ...maps } = toListedRecords(records, holder)
  return {
    name: label,
    address: holder === zeroAddress ? '' : checksumAddress(holder),
    domain: domain.name,
    created_at: toIsoTime(createdAt),
    contenthash,
    ...(withRecords && maps),
  }
}

export function toListedDomain({
  name,
  records,
}: Domain): ListedRecords & Pick<ListedName, 'address' | 'domain'> {
  const address = storedAddress(records, ethCoinType)
  return {
    address: address === null ? '' : checksumAddress(address),
    domain: name,
    ...toListedRecords(records, address ?? zeroAddress),
  }
}

function toListedRecords({ texts, addresses, contenthash }: Records, holder: string): ListedRecords {
  const others = addresses.filter(
    ({ coinType, address }) => coinType !== ethCoinType || (address !== zeroAddress && address !== holder),
  )
  return {
    contenthash: contenthash === null ? null : contenthashUri(contenthash),
    text_records: Object.fromEntries(texts.map(({ key, value }) => [key, value])),
    coin_types: Object.fromEntries(
      others.map(({ coinType, address }) => [`${coinType}`, formatAddress(coinType, address)]),
    ),
  }
}
