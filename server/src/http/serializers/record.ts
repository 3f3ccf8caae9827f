import { type Hex, zeroAddress } from 'viem'
import type { readName } from '../../core/resolution/read-name.ts'
import type { SubnameDetails } from '../../core/subnames/subname-details.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { formatAddress } from '../../ens/address.ts'
import { coinName } from '../../ens/coin-type.ts'
import { formatContenthash } from '../../ens/contenthash.ts'
import { type Records, withEthAddress } from '../../ens/records.ts'
import type { WireOnchainRecord, WireRecord, WireRecordWithHolder } from '../schema/record.ts'

/** A subname as the first generation of the interface shows it. */
export function serializeRecord({ subname, domain, resolver }: SubnameDetails): WireRecord {
  return {
    ens: subname.name,
    isClaimed: subname.isClaimed,
    claimedAt: serializeTime(subname.claimedAt),
    isJAN: domain.onchainResolver === resolver.address,
    records: serializeRecords(resolver.address, subname.records),
  }
}

/** A subname as the second generation shows it. The zero address as a holder is shown as null. */
export function serializeRecordWithHolder(details: SubnameDetails): WireRecordWithHolder {
  return {
    ...serializeRecord(details),
    holder: details.subname.holder === zeroAddress ? null : checksumAddress(details.subname.holder),
  }
}

/** A domain in the place of a subname, where it has none: clients fail on a list with an entry that is no record. */
export function serializeDomainAsRecord(
  { name, onchainResolver, records }: SubnameDetails['domain'],
  { address }: SubnameDetails['resolver'],
): WireRecord {
  return {
    ens: name,
    isClaimed: false,
    claimedAt: null,
    isJAN: onchainResolver === address,
    records: serializeRecords(address, withEthAddress(records)),
  }
}

/** A name as it was read from a chain. Only a name without a resolver has the zero address for one. */
export function serializeOnchainRecord({
  name,
  resolver,
  isServedByUs: isServedHere,
  records,
}: Awaited<ReturnType<typeof readName>>): WireOnchainRecord {
  return {
    ens: name,
    isJAN: isServedHere,
    records: serializeRecords(resolver ?? zeroAddress, records),
  }
}

/** ISO 8601. */
export function serializeTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}

function serializeRecords(resolver: Hex, { texts, addresses, contenthash }: Records): WireRecord['records'] {
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
