import type { Hex } from 'viem'
import type { Records } from '../ens/records.ts'
import type { Resolver } from './resolvers.ts'
import { toRecords } from './subname-row.ts'
import type { DomainRow, Queryable, ResolverRow, SubnameRow } from './tables.ts'

/** What a question to the gateway is answered from. */
export interface Lookup {
  readonly resolver: LookupResolver
  /** `undefined` when there is no such subname under a domain in use (not deleted) that answers through `resolver`. */
  readonly subname: LookupSubname | undefined
}

export type LookupResolver = Pick<Resolver, 'id' | 'chainId' | 'address' | 'signingScheme'>

interface LookupSubname {
  readonly node: Hex
  readonly isClaimed: boolean
  /** Whether its domain is blocked. */
  readonly isBlocked: boolean
  readonly records: Records
  readonly version: number
}

/** The columns of the resolver, and those of the subname where `is_blocked`, which is its domain's, is not null. */
export type LookupRow = Pick<ResolverRow, 'id' | 'chain_id' | 'address' | 'signing_scheme'> &
  (SubnameColumns | { readonly is_blocked: null })

type SubnameColumns = Pick<SubnameRow, 'is_claimed' | 'texts' | 'addresses' | 'contenthash' | 'version'> &
  Pick<DomainRow, 'is_blocked'> & { readonly subname_node: Hex }

/** The one query of a lookup: three point reads. Its parameters, put in at each use, are the name and the resolver's id. */
export const compileLookup = (db: Queryable) =>
  db
    .selectFrom('resolvers')
    .leftJoin('subnames', (join) =>
      join.onRef('subnames.chain_id', '=', 'resolvers.chain_id').on('subnames.name', '=', ''),
    )
    .leftJoin('domains', (join) =>
      join
        .onRef('domains.id', '=', 'subnames.domain_id')
        .onRef('domains.resolver_id', '=', 'resolvers.id')
        .on('domains.deleted_at', 'is', null),
    )
    .select(['resolvers.id', 'resolvers.chain_id', 'resolvers.address', 'resolvers.signing_scheme'])
    .select(['subnames.node as subname_node', 'subnames.is_claimed', 'subnames.version'])
    .select(['subnames.texts', 'subnames.addresses', 'subnames.contenthash'])
    .select('domains.is_blocked')
    .where('resolvers.id', '=', '')
    .compile()

export const toLookup = (row: LookupRow): Lookup => ({
  resolver: {
    id: row.id,
    chainId: row.chain_id,
    address: row.address,
    signingScheme: row.signing_scheme,
  },
  subname:
    row.is_blocked === null
      ? undefined
      : {
          node: row.subname_node,
          isClaimed: row.is_claimed === 1,
          isBlocked: row.is_blocked === 1,
          records: toRecords(row),
          version: row.version,
        },
})
