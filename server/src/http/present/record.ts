import { type Hex, zeroAddress } from 'viem'
import type { readName } from '../../core/records/read.ts'
import type { IssuedName } from '../../core/subnames/issued-name.ts'
import { formatAddress } from '../../ens/address.ts'
import { coinName } from '../../ens/coin-type.ts'
import { formatContenthash } from '../../ens/contenthash.ts'
import { checksumAddress } from '../../ens/evm-address.ts'
import { type Records, withCoinType60 } from '../../ens/records.ts'
import type { WireHeldRecord, WireReadRecord, WireRecord } from '../schema/record.ts'

/** A subname as the first generation of the interface shows it. */
export const presentRecord = ({ subname, domain, resolver }: IssuedName): WireRecord => ({
  ens: subname.name,
  isClaimed: subname.isClaimed,
  claimedAt: presentTime(subname.claimedAt),
  isJAN: domain.onchainResolver === resolver.address,
  records: presentRecords(resolver.address, subname.records),
})

/** A subname as the second generation shows it. The zero address as a holder is shown as null. */
export const presentHeldRecord = (issued: IssuedName): WireHeldRecord => ({
  ...presentRecord(issued),
  holder: issued.subname.holder === zeroAddress ? null : checksumAddress(issued.subname.holder),
})

/** A domain in the place of a subname, where it has none: clients fail on a list with an entry that is no record. */
export const presentBareName = (
  { name, onchainResolver, records }: IssuedName['domain'],
  { address }: IssuedName['resolver'],
): WireRecord => ({
  ens: name,
  isClaimed: false,
  claimedAt: null,
  isJAN: onchainResolver === address,
  records: presentRecords(address, withCoinType60(records)),
})

/** A name as it was read from a chain. Only a name without a resolver has the zero address for one. */
export const presentReadRecord = ({
  name,
  resolver,
  isServedHere,
  records,
}: Awaited<ReturnType<typeof readName>>): WireReadRecord => ({
  ens: name,
  isJAN: isServedHere,
  records: presentRecords(resolver ?? zeroAddress, records),
})

/** ISO 8601. */
export const presentTime = (time: number | null): string | null =>
  time === null ? null : new Date(time).toISOString()

function presentRecords(resolver: Hex, { texts, addresses, contenthash }: Records): WireRecord['records'] {
  const coins = addresses.map(({ coinType, address }) => ({
    id: coinType,
    name: coinName(coinType),
    value: formatAddress(coinType, address),
  }))
  return {
    resolverAddress: checksumAddress(resolver),
    texts: [...texts],
    coins,
    addresses: coins,
    contentHash: contenthash === null ? null : formatContenthash(contenthash),
  }
}
