import { joinName } from '../../ens/name.ts'
import { hashSkeleton, skeletonOf } from '../../ens/skeleton.ts'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { bytesToHex, bytesToUuid, hexToBytes, uuidToBytes } from '../driver/bytes.ts'
import type { SubnameRow } from '../tables.ts'
import { decodeRecords, encodeRecords } from './records-codec.ts'

export type SubnameRef = Pick<Subname, 'id' | 'domainId' | 'label'>

/** Without columns that the database generates. */
export type NewSubnameRow = Omit<SubnameRow, 'key' | 'domainKey' | 'firstHolder'>

type SubnameStateRow = Omit<NewSubnameRow, 'id' | 'label' | 'createdAt' | 'skeleton'>

export const subnameColumns = [
  'subnames.id',
  'subnames.label',
  'subnames.holder',
  'subnames.isClaimed',
  'subnames.claimedAt',
  'subnames.records',
  'subnames.largeTexts',
  'subnames.version',
  'subnames.createdAt',
  'subnames.updatedAt',
  'domains.id as domainId',
  'domains.chainId',
  'domains.name as domainName',
] as const

export type JoinedSubnameRow = Omit<NewSubnameRow, 'skeleton'> & {
  readonly domainId: string
  readonly chainId: number
  readonly domainName: string
}

/** Times equal to `createdAt` are stored as null. */
export function toSubnameRow(
  subname: Subname,
  { policyVersion }: Pick<Domain, 'policyVersion'>,
): NewSubnameRow {
  const { createdAt, claimedAt, updatedAt } = subname
  return {
    id: uuidToBytes(subname.id),
    label: subname.label,
    holder: hexToBytes(subname.holder),
    isClaimed: subname.isClaimed,
    claimedAt: claimedAt === createdAt ? null : claimedAt,
    ...encodeRecords(subname.records),
    version: subname.version,
    createdAt,
    updatedAt: updatedAt === createdAt ? null : updatedAt,
    skeleton: policyVersion > 0 ? hashSkeleton(skeletonOf(subname.label)) : null,
  }
}

export function toSubname(row: JoinedSubnameRow): Subname {
  const identity = {
    id: bytesToUuid(row.id),
    domainId: row.domainId,
    chainId: row.chainId,
    name: joinName(row.label, row.domainName),
    label: row.label,
    createdAt: row.createdAt,
  }
  return withState(identity, row)
}

type SubnameIdentity = Pick<Subname, 'id' | 'domainId' | 'chainId' | 'name' | 'label' | 'createdAt'>

export function withState(identity: SubnameIdentity, row: SubnameStateRow): Subname {
  const { createdAt } = identity
  const { isClaimed } = row
  return {
    ...identity,
    holder: bytesToHex(row.holder),
    isClaimed,
    claimedAt: row.claimedAt ?? (isClaimed ? createdAt : null),
    records: decodeRecords(row),
    version: row.version,
    updatedAt: row.updatedAt ?? createdAt,
  }
}
