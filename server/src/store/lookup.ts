import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { ancestors } from '../ens/name.ts'
import type { Records } from '../ens/records.ts'
import type { Resolver } from '../model/resolver.ts'
import { toJson } from './driver/json.ts'
import { dialectOf } from './driver/sql-dialect.ts'
import { toRecords } from './entities/subname-row.ts'
import type { DomainRow, Queryable, ResolverRow, SubnameRow } from './tables.ts'

/** What a question to the gateway is answered from. */
export interface Lookup {
  readonly resolver: LookupResolver
  /** Whether the name is a domain in use (not deleted) that answers through `resolver`, or below one. */
  readonly isServed: boolean
  /** The subname, or the domain itself where that has the name; `undefined` when there is neither. */
  readonly subname: LookupSubname | undefined
  /** A text that is another one when any of the above is. */
  readonly etag: string
}

export type LookupResolver = Pick<Resolver, 'id' | 'chainId' | 'address' | 'signingScheme'>

interface LookupSubname {
  readonly node: SubnameRow['node']
  readonly isClaimed: boolean
  /** Whether its domain is blocked. */
  readonly isBlocked: boolean
  /** Without its texts where `hasTexts` is false: they are large and were not asked for. */
  readonly records: Records
  readonly hasTexts: boolean
  readonly version: number
}

/** The columns of the resolver, and those of the subname where `is_blocked`, which is its domain's, is not null. */
export type LookupRow = ResolverColumns & (SubnameColumns | { readonly is_blocked: null })

type ResolverColumns = Pick<ResolverRow, 'id' | 'chain_id' | 'address' | 'signing_scheme'>

type SubnameColumns = Pick<SubnameRow, 'is_claimed' | 'addresses' | 'contenthash' | 'version'> &
  Pick<DomainRow, 'is_blocked'> & {
    readonly subname_id: string
    readonly subname_node: SubnameRow['node']
    /** Null where they were too large to be read without being asked for. */
    readonly texts: SubnameRow['texts'] | null
  }

/** The domain that answers for a name that no subname has; its own columns are null where it is above that name. */
export type CoveringDomainRow = Pick<DomainRow, 'id' | 'resolver_id'> &
  (DomainColumns | { readonly is_blocked: null })

type DomainColumns = Pick<
  DomainRow,
  'node' | 'is_blocked' | 'texts' | 'addresses' | 'contenthash' | 'version'
>

/** The queries of a lookup, compiled once. Their parameters are put in at each use. */
export interface LookupQueries {
  /** Three point reads, which leave out large texts. Takes the name and the resolver's id. */
  readonly name: CompiledQuery
  /** The same with the texts, whatever their size. */
  readonly nameWithTexts: CompiledQuery
  /** Takes the name, the chain, and the name with its ancestors as `isOneOf` of the dialect takes texts. */
  readonly coveringDomain: CompiledQuery
}

export type NameAndAncestors = readonly [name: string, ...ancestors: string[]]

/** Reads on connections that no write can hold up. */
export interface LookupReader {
  readName(name: string, resolverId: string): Promise<LookupRow | undefined>
  readNameWithTexts(name: string, resolverId: string): Promise<LookupRow | undefined>
  /** Takes the name and its ancestors. */
  readCoveringDomain(chainId: number, names: NameAndAncestors): Promise<CoveringDomainRow | undefined>
  /** See `Store.lookupStamp`. */
  dataVersion(): number
  /** Is told of each transaction of this process, once it is on disk or may be. */
  onCommit(): void
}

/** Bytes of the texts of a name, as the database holds them, that are read whatever is asked for. */
const maxInlineTextsBytes = 8192

export function compileLookupQueries(db: Queryable): LookupQueries {
  return {
    name: selectName(
      db,
      sql`case when octet_length(subnames.texts) <= ${sql.lit(maxInlineTextsBytes)} then subnames.texts end`,
    ),
    nameWithTexts: selectName(db, sql`subnames.texts`),
    coveringDomain: db
      .selectFrom('domains')
      .leftJoin('domains as named', (join) =>
        join.onRef('named.id', '=', 'domains.id').on('named.name', '=', ''),
      )
      .select(['domains.id', 'domains.resolver_id', 'named.node', 'named.is_blocked', 'named.version'])
      .select(['named.texts', 'named.addresses', 'named.contenthash'])
      .where('domains.chain_id', '=', 0)
      .where(({ ref }) => dialectOf(db).anyOf(sql`${ref('domains.name')}`, []))
      .where('domains.deleted_at', 'is', null)
      .orderBy(({ fn }) => fn<number>('length', ['domains.name']), 'desc')
      .limit(sql.lit(1))
      .compile(),
  }
}

function selectName(db: Queryable, texts: RawBuilder<SubnameRow['texts'] | null>): CompiledQuery {
  return db
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
    .select(texts.as('texts'))
    .select(['resolvers.id', 'resolvers.chain_id', 'resolvers.address', 'resolvers.signing_scheme'])
    .select(['subnames.id as subname_id', 'subnames.node as subname_node'])
    .select(['subnames.is_claimed', 'subnames.version'])
    .select(['subnames.addresses', 'subnames.contenthash'])
    .select('domains.is_blocked')
    .where('resolvers.id', '=', '')
    .compile()
}

/** Which name is looked up, through which resolver entry, and whether its texts are asked for. */
export interface NameLookup {
  readonly resolverId: string
  readonly name: string
  readonly withTexts: boolean
}

/**
 * Looks a name up. `undefined` when there is no such resolver entry. Large texts take a second read, if they are asked for
 * at all, so that the address of a name with many costs no more than that of others.
 */
export async function lookUp(
  reader: LookupReader,
  { resolverId, name, withTexts }: NameLookup,
): Promise<Lookup | undefined> {
  let row = await reader.readName(name, resolverId)
  if (withTexts && row && row.is_blocked !== null && row.texts === null)
    row = await reader.readNameWithTexts(name, resolverId)
  if (!row) return undefined
  if (row.is_blocked !== null) return toLookup(row)
  const coveringDomain = await reader.readCoveringDomain(row.chain_id, [name, ...ancestors(name)])
  return toDomainLookup(row, coveringDomain)
}

function toLookup(row: ResolverColumns & SubnameColumns): Lookup {
  return {
    resolver: toLookupResolver(row),
    isServed: true,
    subname: {
      node: row.subname_node,
      isClaimed: row.is_claimed === 1,
      isBlocked: row.is_blocked === 1,
      records: toRecords({ ...row, texts: row.texts ?? toJson([]) }),
      hasTexts: row.texts !== null,
      version: row.version,
    },
    etag: `${resolverEtag(row)} ${row.subname_id} ${row.version} ${row.is_claimed} ${row.is_blocked}`,
  }
}

function toDomainLookup(row: ResolverColumns, domain: CoveringDomainRow | undefined): Lookup {
  const resolver = toLookupResolver(row)
  const isServed = domain?.resolver_id === row.id
  if (!isServed || domain.is_blocked === null)
    return { resolver, isServed, subname: undefined, etag: `${resolverEtag(row)} ${isServed}` }
  return {
    resolver,
    isServed,
    subname: {
      node: domain.node,
      isClaimed: true,
      isBlocked: domain.is_blocked === 1,
      records: toRecords(domain),
      hasTexts: true,
      version: domain.version,
    },
    etag: `${resolverEtag(row)} domain ${domain.id} ${domain.version} ${domain.is_blocked}`,
  }
}

function toLookupResolver({ id, chain_id, address, signing_scheme }: ResolverColumns): LookupResolver {
  return {
    id,
    chainId: chain_id,
    address,
    signingScheme: signing_scheme,
  }
}

function resolverEtag({ address, signing_scheme }: ResolverColumns): string {
  return `${address} ${signing_scheme}`
}
