import { zeroAddress } from 'viem'
import type { SubnameDetails } from '../../core/subnames/rules.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { toHex } from '../../crypto/hex.ts'
import { formatAddress } from '../../ens/address.ts'
import { namehash } from '../../ens/names.ts'
import { isZeroAddress } from '../../ens/stored-records.ts'
import { toIsoTime } from '../../http/schema/primitives.ts'
import { contenthashUri } from '../../http/schema/records.ts'
import { keyOfCoin } from './coins.ts'
import { isMetadata, metadataPrefix } from './input.ts'
import { versionKey, versionOf } from './version.ts'

type Entries = Readonly<Record<string, string>>

interface ListedSubname {
  readonly id: string
  readonly fullName: string
  readonly parentName: string
  readonly label: string
  readonly texts: Entries
  readonly addresses: Entries
  readonly metadata: Entries
  readonly contenthash?: string
  readonly namehash: string
  readonly owner?: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** Maps are there also when they are empty, and nothing is null: programs write back what they read. */
export function toListedSubname(details: SubnameDetails): ListedSubname {
  const { subname, domain } = details
  const { texts, addresses, contenthash } = subname.records
  const entries = texts.map(({ key, value }) => [key, value] as const)
  return {
    id: subname.id,
    fullName: subname.name,
    parentName: domain.name,
    label: subname.label,
    texts: Object.fromEntries(entries.filter(([key]) => !isMetadata(key))),
    addresses: Object.fromEntries(
      addresses
        .filter((record) => !isZeroAddress(record))
        .map(({ coinType, address }) => [`${keyOfCoin(coinType)}`, formatAddress(coinType, address)]),
    ),
    metadata: {
      ...Object.fromEntries(
        entries
          .filter(([key]) => isMetadata(key))
          .map(([key, value]) => [key.slice(metadataPrefix.length), value]),
      ),
      [versionKey]: versionOf(details),
    },
    ...(contenthash !== null && { contenthash: contenthashUri(contenthash) }),
    namehash: toHex(namehash(subname.name)),
    ...(subname.holder !== zeroAddress && { owner: checksumAddress(subname.holder) }),
    createdAt: toIsoTime(subname.createdAt),
    updatedAt: toIsoTime(subname.updatedAt),
  }
}
