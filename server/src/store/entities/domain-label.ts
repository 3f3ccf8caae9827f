import type { Selectable } from 'kysely'
import { type ChainId, storedChainId } from '../../ens/chains.ts'
import type { EnsName, Label } from '../../ens/names.ts'
import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { Subname } from '../../model/subname.ts'
import { compiled, type Params } from '../driver/statements.ts'
import type { DomainRow, Queryable, SubnameRow } from '../tables.ts'
import { toDomain } from './domains.ts'
import { toSubname } from './subnames.ts'

export interface DomainLabel {
  readonly label: Label
  readonly domain: Domain
  readonly resolver: Resolver
  /** The subname or reservation; `undefined` while the label is free. */
  readonly subname: Subname | undefined
}

export interface LabelQuery {
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly label: Label
}

/** Reads all in one query; `undefined` when the domain is not in use. */
export async function findDomainLabel(db: Queryable, query: LabelQuery): Promise<DomainLabel | undefined> {
  const [row] = (await joined(db, query)).rows
  return row && toDomainLabel(row, query.label)
}

type JoinedRow = Selectable<DomainRow> & ResolverColumns & (SubnameColumns | FreeLabelColumns)

type ResolverColumns = Omit<Resolver, 'id' | 'chainId' | 'createdAt' | 'updatedAt'> & {
  readonly resolverCreatedAt: number
  readonly resolverUpdatedAt: number
}

type SubnameColumns = Pick<SubnameRow, 'label' | 'holder' | 'isClaimed' | 'claimedAt'> & {
  readonly subnameId: SubnameRow['id']
  readonly subnameRecords: SubnameRow['records']
  readonly subnameLargeTexts: SubnameRow['largeTexts']
  readonly subnameVersion: SubnameRow['version']
  readonly subnameCreatedAt: SubnameRow['createdAt']
  readonly subnameUpdatedAt: SubnameRow['updatedAt']
}

type FreeLabelColumns = { readonly subnameId: null }

const joined = compiled((db, { chainId, domain, label }: Params<LabelQuery>) =>
  db
    .selectFrom('domains')
    .innerJoin('resolvers', (join) =>
      join
        .onRef('resolvers.id', '=', 'domains.resolverId')
        .onRef('resolvers.chainId', '=', 'domains.chainId'),
    )
    .leftJoin('subnames', (join) =>
      join.onRef('subnames.domainKey', '=', 'domains.key').on('subnames.label', '=', label),
    )
    .selectAll('domains')
    .select(['resolvers.address', 'resolvers.registryAddress', 'resolvers.nodeProvider'])
    .select(['resolvers.chainName', 'resolvers.environment', 'resolvers.signingScheme'])
    .select(['resolvers.trustedSigners', 'resolvers.sealTrees', 'resolvers.hasSeals'])
    .select(['resolvers.createdAt as resolverCreatedAt', 'resolvers.updatedAt as resolverUpdatedAt'])
    .select(['subnames.label', 'subnames.holder', 'subnames.isClaimed', 'subnames.claimedAt'])
    .select(['subnames.id as subnameId', 'subnames.records as subnameRecords'])
    .select(['subnames.largeTexts as subnameLargeTexts', 'subnames.version as subnameVersion'])
    .select(['subnames.createdAt as subnameCreatedAt', 'subnames.updatedAt as subnameUpdatedAt'])
    .where('domains.chainId', '=', chainId)
    .where('domains.name', '=', domain)
    .where('domains.deletedAt', 'is', null)
    // The columns of the subname are null together or not at all.
    .$castTo<JoinedRow>(),
)

function toDomainLabel(row: JoinedRow, label: Label): DomainLabel {
  return {
    label,
    domain: toDomain(row),
    resolver: toResolver(row),
    subname: isTaken(row) ? toJoinedSubname(row) : undefined,
  }
}

function toResolver(row: JoinedRow): Resolver {
  const { resolverId: id, resolverCreatedAt: createdAt, resolverUpdatedAt: updatedAt } = row
  const chainId = storedChainId(row.chainId)
  const { address, registryAddress, nodeProvider, chainName, environment, signingScheme } = row
  const { trustedSigners, sealTrees, hasSeals } = row
  return {
    ...{ id, chainId, address, registryAddress, nodeProvider, chainName, environment, signingScheme },
    ...{ trustedSigners, sealTrees, hasSeals, createdAt, updatedAt },
  }
}

function isTaken(row: JoinedRow): row is JoinedRow & SubnameColumns {
  return row.subnameId !== null
}

function toJoinedSubname(row: JoinedRow & SubnameColumns): Subname {
  return toSubname({
    label: row.label,
    holder: row.holder,
    isClaimed: row.isClaimed,
    claimedAt: row.claimedAt,
    id: row.subnameId,
    records: row.subnameRecords,
    largeTexts: row.subnameLargeTexts,
    version: row.subnameVersion,
    createdAt: row.subnameCreatedAt,
    updatedAt: row.subnameUpdatedAt,
    domainId: row.id,
    chainId: row.chainId,
    domainName: row.name,
  })
}
