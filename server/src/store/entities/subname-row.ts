import { fromHex, toHex } from '../../crypto/hex.ts'
import { joinName } from '../../ens/name.ts'
import { childNode } from '../../ens/namehash.ts'
import type { Subname } from '../../model/subname.ts'
import { bytesToHex, bytesToUuid, hexToBytes, uuidToBytes } from '../driver/bytes.ts'
import { type DomainRow, type SubnameRow, toSqlBoolean } from '../tables.ts'
import { decodeRecords, encodeRecords } from './records-codec.ts'

/** What makes a subname the one it is, for writes. */
export type SubnameRef = Pick<Subname, 'id' | 'domainId' | 'label'>

/** The columns of a subname that its database does not make by itself. */
export type NewSubnameRow = Omit<SubnameRow, 'key' | 'domain_key'>

/** The columns of a subname that may change. */
type SubnameStateRow = Omit<NewSubnameRow, 'id' | 'label' | 'created_at'>

/** The columns of a subname, joined with those of its domain from which its name and node are derived. */
export const subnameColumns = [
  'subnames.id',
  'subnames.label',
  'subnames.holder',
  'subnames.is_claimed',
  'subnames.claimed_at',
  'subnames.records',
  'subnames.large_texts',
  'subnames.version',
  'subnames.created_at',
  'subnames.updated_at',
  'domains.id as domain_id',
  'domains.chain_id',
  'domains.name as domain_name',
  'domains.node as domain_node',
] as const

export type JoinedSubnameRow = NewSubnameRow & {
  readonly domain_id: string
  readonly chain_id: number
  readonly domain_name: string
  readonly domain_node: DomainRow['node']
}

/** A time that is the one of creation is not stored: `claimed_at` and `updated_at` are null for most names. */
export function toSubnameRow(subname: Subname): NewSubnameRow {
  const { createdAt, claimedAt, updatedAt } = subname
  return {
    id: uuidToBytes(subname.id),
    label: subname.label,
    holder: hexToBytes(subname.holder),
    is_claimed: toSqlBoolean(subname.isClaimed),
    claimed_at: claimedAt === createdAt ? null : claimedAt,
    ...encodeRecords(subname.records),
    version: subname.version,
    created_at: createdAt,
    updated_at: updatedAt === createdAt ? null : updatedAt,
  }
}

export function toSubname(row: JoinedSubnameRow): Subname {
  const identity = {
    id: bytesToUuid(row.id),
    domainId: row.domain_id,
    chainId: row.chain_id,
    name: joinName(row.label, row.domain_name),
    label: row.label,
    node: toHex(childNode(fromHex(row.domain_node), row.label)),
    createdAt: row.created_at,
  }
  return withState(identity, row)
}

/** The subname with the state that a write returned. */
export function withState(
  {
    id,
    domainId,
    chainId,
    name,
    label,
    node,
    createdAt,
  }: Omit<Subname, 'holder' | 'isClaimed' | 'claimedAt' | 'records' | 'version' | 'updatedAt'>,
  row: SubnameStateRow,
): Subname {
  const isClaimed = row.is_claimed === 1
  return {
    id,
    domainId,
    chainId,
    name,
    label,
    node,
    holder: bytesToHex(row.holder),
    isClaimed,
    claimedAt: row.claimed_at ?? (isClaimed ? createdAt : null),
    records: decodeRecords(row),
    version: row.version,
    createdAt,
    updatedAt: row.updated_at ?? createdAt,
  }
}
