import type { Domain } from '../../model/domain.ts'
import type { Resolver } from '../../model/resolver.ts'
import type { Subname } from '../../model/subname.ts'
import { compiled, type Params } from '../driver/compiled-query.ts'
import type { DomainRow, Queryable, ResolverRow, SubnameRow } from '../tables.ts'
import { toDomain } from './domains.ts'
import { toResolver } from './resolvers.ts'
import { toSubname } from './subname-row.ts'

/** A label below a domain in use. */
export interface DomainLabel {
  readonly label: string
  readonly domain: Domain
  readonly resolver: Resolver
  /** The subname or reservation that has the label; `undefined` while it is free. */
  readonly subname: Subname | undefined
}

interface LabelQuery {
  readonly chainId: number
  readonly domain: string
  readonly label: string
}

/** Reads a domain, its resolver and the subname of a label in one query; `undefined` when the domain is not in use. */
export async function findDomainLabel(db: Queryable, query: LabelQuery): Promise<DomainLabel | undefined> {
  const [row] = (await joined(db, query)).rows
  if (!row) return undefined
  return {
    label: query.label,
    domain: toDomain(row),
    resolver: toResolver({
      ...row,
      id: row.resolver_id,
      created_at: row.resolver_created_at,
      updated_at: row.resolver_updated_at,
    }),
    subname: isTaken(row) ? toJoinedSubname(row) : undefined,
  }
}

type JoinedRow = DomainColumns & ResolverColumns & (SubnameColumns | FreeLabelColumns)
type DomainColumns = Omit<DomainRow, 'key'> & { readonly key: number }
type ResolverColumns = Omit<ResolverRow, 'id' | 'created_at' | 'updated_at'> & {
  readonly resolver_created_at: number
  readonly resolver_updated_at: number
}
type SubnameColumns = Pick<SubnameRow, 'label' | 'holder' | 'is_claimed' | 'claimed_at'> & {
  readonly subname_id: SubnameRow['id']
  readonly subname_records: SubnameRow['records']
  readonly subname_large_texts: SubnameRow['large_texts']
  readonly subname_version: SubnameRow['version']
  readonly subname_created_at: SubnameRow['created_at']
  readonly subname_updated_at: SubnameRow['updated_at']
}
type FreeLabelColumns = { readonly subname_id: null }

const joined = compiled((db, { chainId, domain, label }: Params<LabelQuery>) =>
  db
    .selectFrom('domains')
    .innerJoin('resolvers', (join) =>
      join
        .onRef('resolvers.id', '=', 'domains.resolver_id')
        .onRef('resolvers.chain_id', '=', 'domains.chain_id'),
    )
    .leftJoin('subnames', (join) =>
      join.onRef('subnames.domain_key', '=', 'domains.key').on('subnames.label', '=', label),
    )
    .selectAll('domains')
    .select(['resolvers.address', 'resolvers.registry_address', 'resolvers.node_provider'])
    .select(['resolvers.chain_name', 'resolvers.environment', 'resolvers.signing_scheme'])
    .select(['resolvers.created_at as resolver_created_at', 'resolvers.updated_at as resolver_updated_at'])
    .select(['subnames.label', 'subnames.holder', 'subnames.is_claimed', 'subnames.claimed_at'])
    .select(['subnames.id as subname_id', 'subnames.records as subname_records'])
    .select(['subnames.large_texts as subname_large_texts', 'subnames.version as subname_version'])
    .select(['subnames.created_at as subname_created_at', 'subnames.updated_at as subname_updated_at'])
    .where('domains.chain_id', '=', chainId)
    .where('domains.name', '=', domain)
    .where('domains.deleted_at', 'is', null)
    // Columns of the subname are null together or not at all.
    .$castTo<JoinedRow>(),
)

function isTaken(row: JoinedRow): row is DomainColumns & ResolverColumns & SubnameColumns {
  return row.subname_id !== null
}

function toJoinedSubname(row: DomainColumns & SubnameColumns): Subname {
  return toSubname({
    ...row,
    id: row.subname_id,
    records: row.subname_records,
    large_texts: row.subname_large_texts,
    version: row.subname_version,
    created_at: row.subname_created_at,
    updated_at: row.subname_updated_at,
    domain_id: row.id,
    domain_name: row.name,
    domain_node: row.node,
  })
}
