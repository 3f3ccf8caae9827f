import { getAddress } from 'viem'
import type { IssuedName } from '../../core/subnames/issued-name.ts'
import { formatAddress } from '../../ens/address.ts'
import { coinName } from '../../ens/coin-type.ts'
import { formatContenthash } from '../../ens/contenthash.ts'
import type { WireRecord } from '../schema/record.ts'

/** A subname as both generations of the interface show it. */
export function presentRecord({ subname, domain, resolver }: IssuedName): WireRecord {
  const { texts, addresses, contenthash } = subname.records
  const coins = addresses.map(({ coinType, address }) => ({
    id: coinType,
    name: coinName(coinType),
    value: formatAddress(coinType, address),
  }))
  return {
    ens: subname.name,
    isClaimed: subname.isClaimed,
    claimedAt: subname.claimedAt === null ? null : new Date(subname.claimedAt).toISOString(),
    isJAN: domain.onchainResolver === resolver.address,
    records: {
      resolverAddress: getAddress(resolver.address),
      texts: [...texts],
      coins,
      addresses: coins,
      contentHash: contenthash === null ? null : formatContenthash(contenthash),
    },
  }
}
