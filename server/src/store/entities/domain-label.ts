import { type Selectable, sql } from 'kysely'
import { type ChainId, storedChainId } from '../../ens/chains.ts'
import type { EnsName, Label } from '../../ens/names.ts'
import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { Subname } from '../../model/subname.ts'
import type { SharedRead } from '../driver/shared-reads.ts'
import { dialectOf } from '../driver/sql-dialect.ts'
import { compiledWith } from '../driver/statements.ts'
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
export function findDomainLabel(db: Queryable, query: LabelQuery): Promise<DomainLabel | undefined> {
  return dialectOf(db).readTogether(db, labelsOfDomain, query)
}

const labelsOfDomain: SharedRead<LabelQuery, DomainLabel | undefined> = {
  keyOf: ({ chainId, domain }) => `${chainId} ${domain}`,
  read: async (db, queries) => {
    const { rows } = await joined(db, queries)
    const [domainRow] = rows
    if (!domainRow) return queries.map(() => undefined)
    const taken = new Map(rows.filter(isTaken).map((row) => [row.label, row]))
    const free = { domain: toDomain(domainRow), resolver: toResolver(domainRow), subname: undefined }
    return queries.map(({ label }) => {
      const row = taken.get(label)
      return { ...free, label, subname: row && toJoinedSubname(row) }
    })
  },
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

const joined = compiledWith<readonly LabelQuery[], JoinedRow>((db, param) => {
  const { inTextList, textList } = dialectOf(db)
  const labels = param((queries) => textList(queries.map(({ label }) => label)))
  return (
    db
      .selectFrom('domains')
      .innerJoin('resolvers', (join) =>
        join
          .onRef('resolvers.id', '=', 'domains.resolverId')
          .onRef('resolvers.chainId', '=', 'domains.chainId'),
      )
      .leftJoin('subnames', (join) =>
        join
          .onRef('subnames.domainKey', '=', 'domains.key')
          .on(inTextList(sql.ref('subnames.label'), labels)),
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
      .where(
        'domains.chainId',
        '=',
        param(([query]) => query?.chainId ?? 0),
      )
      .where(
        'domains.name',
        '=',
        param(([query]) => query?.domain ?? ''),
      )
      .where('domains.deletedAt', 'is', null)
      // The columns of the subname are null together or not at all.
      .$castTo<JoinedRow>()
  )
})

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
