import type { Records } from '../../ens/records.ts'
import type { Subname } from '../../model/subname.ts'
import { fromJson, toJson } from '../driver/json.ts'
import { type SubnameAddressRow, type SubnameRow, toSqlBoolean } from '../tables.ts'

export function toSubnameRow(subname: Subname): SubnameRow {
  return {
    id: subname.id,
    domain_id: subname.domainId,
    chain_id: subname.chainId,
    name: subname.name,
    label: subname.label,
    node: subname.node,
    holder: subname.holder,
    is_claimed: toSqlBoolean(subname.isClaimed),
    claimed_at: subname.claimedAt,
    ...toRecordColumns(subname.records),
    version: subname.version,
    created_at: subname.createdAt,
    updated_at: subname.updatedAt,
  }
}

/** A row for each address, which repeats what listings by address ask about its subname. */
export function toAddressRows(subname: Subname): readonly SubnameAddressRow[] {
  return subname.records.addresses.map(({ coinType, address }) => ({
    subname_id: subname.id,
    coin_type: coinType,
    address,
    chain_id: subname.chainId,
    created_at: subname.createdAt,
    domain_id: subname.domainId,
    is_claimed: toSqlBoolean(subname.isClaimed),
  }))
}

export function toSubname(row: SubnameRow): Subname {
  return {
    id: row.id,
    domainId: row.domain_id,
    chainId: row.chain_id,
    name: row.name,
    label: row.label,
    node: row.node,
    holder: row.holder,
    isClaimed: row.is_claimed === 1,
    claimedAt: row.claimed_at,
    records: toRecords(row),
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

type RecordColumns = Pick<SubnameRow, 'texts' | 'addresses' | 'contenthash'>

export function toRecordColumns({ texts, addresses, contenthash }: Records): RecordColumns {
  return {
    texts: toJson(texts),
    addresses: toJson(addresses),
    contenthash,
  }
}

export function toRecords({ texts, addresses, contenthash }: RecordColumns): Records {
  return {
    texts: fromJson(texts),
    addresses: fromJson(addresses),
    contenthash,
  }
}
