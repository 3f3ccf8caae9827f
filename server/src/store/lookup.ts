import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { ancestors } from '../ens/name.ts'
import type { Records } from '../ens/records.ts'
import { andThen, type MaybePromise } from '../maybe-promise.ts'
import { dialectOf } from './dialect.ts'
import { toJson } from './json.ts'
import type { Resolver } from './resolvers.ts'
import { toRecords } from './subname-row.ts'
import type { DomainRow, Queryable, ResolverRow, SubnameRow } from './tables.ts'

/** What a question to the gateway is answered from. */
export interface Lookup {
  readonly resolver: LookupResolver
  /** Whether the name is a domain in use (not deleted) that answers through `resolver`, or below one. */
  readonly isServed: boolean
  /** `undefined` when there is no such subname under such a domain. */
  readonly subname: LookupSubname | undefined
  /** A text that is another one when any of the above is. */
  readonly state: string
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

/** The domain that answers for a name without a row. */
export type CoverRow = Pick<DomainRow, 'id' | 'resolver_id'>

/** The queries of a lookup, compiled once. Their parameters are put in at each use. */
export interface LookupQueries {
  /** Three point reads, which leave out large texts. Takes the name and the resolver's id. */
  readonly name: CompiledQuery
  /** The same with the texts, whatever their size. */
  readonly nameWithTexts: CompiledQuery
  /** Takes the chain, and a name with its ancestors as `isOneOf` of the dialect takes texts. */
  readonly cover: CompiledQuery
}

/** Reads on connections that no write can hold up. */
export interface LookupReader {
  readName(name: string, resolverId: string): MaybePromise<LookupRow | undefined>
  readNameWithTexts(name: string, resolverId: string): MaybePromise<LookupRow | undefined>
  readCover(chainId: number, names: readonly string[]): MaybePromise<CoverRow | undefined>
  /** See `Store.lookupStamp`. */
  stamp(): number
  /** Is told of each transaction of this process, once it is on disk or may be. */
  committed(): void
}

/** Bytes of the texts of a name, as the database holds them, that are read whatever is asked for. */
const smallTexts = 8192

export const compileLookup = (db: Queryable): LookupQueries => ({
  name: selectName(
    db,
    sql`case when octet_length(subnames.texts) <= ${sql.lit(smallTexts)} then subnames.texts end`,
  ),
  nameWithTexts: selectName(db, sql`subnames.texts`),
  cover: db
    .selectFrom('domains')
    .select(['id', 'resolver_id'])
    .where('chain_id', '=', 0)
    .where(({ ref }) => dialectOf(db).isOneOf(sql`${ref('name')}`, []))
    .where('deleted_at', 'is', null)
    .orderBy(({ fn }) => fn<number>('length', ['name']), 'desc')
    .limit(sql.lit(1))
    .compile(),
})

const selectName = (db: Queryable, texts: RawBuilder<SubnameRow['texts'] | null>): CompiledQuery =>
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
    .select(texts.as('texts'))
    .select(['resolvers.id', 'resolvers.chain_id', 'resolvers.address', 'resolvers.signing_scheme'])
    .select(['subnames.id as subname_id', 'subnames.node as subname_node'])
    .select(['subnames.is_claimed', 'subnames.version'])
    .select(['subnames.addresses', 'subnames.contenthash'])
    .select('domains.is_blocked')
    .where('resolvers.id', '=', '')
    .compile()

/** Which name is looked up, through which resolver entry, and whether its texts are asked for. */
export interface NameLookup {
  readonly resolverId: string
  readonly name: string
  readonly withTexts: boolean
}

/**
 * Looks a name up: at once where the reader answers at once. `undefined` when there is no such resolver entry. Large texts
 * take a second read, if they are asked for at all, so that the address of a name with many costs no more than that of others.
 */
export const lookUp = (
  reader: LookupReader,
  { resolverId, name, withTexts }: NameLookup,
): MaybePromise<Lookup | undefined> => {
  const complete = (row: LookupRow | undefined): MaybePromise<Lookup | undefined> => {
    if (!row) return undefined
    if (row.is_blocked !== null) return toLookup(row)
    const cover = reader.readCover(row.chain_id, [name, ...ancestors(name)])
    return andThen(cover, (domain) => withoutSubname(row, domain))
  }
  return andThen(reader.readName(name, resolverId), (row) => {
    const isWithoutTexts = row && row.is_blocked !== null && row.texts === null
    return isWithoutTexts && withTexts
      ? andThen(reader.readNameWithTexts(name, resolverId), complete)
      : complete(row)
  })
}

const toLookup = (row: ResolverColumns & SubnameColumns): Lookup => ({
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
  state: `${stateOf(row)} ${row.subname_id} ${row.version} ${row.is_claimed} ${row.is_blocked}`,
})

const withoutSubname = (row: ResolverColumns, cover: CoverRow | undefined): Lookup => ({
  resolver: toLookupResolver(row),
  isServed: cover?.resolver_id === row.id,
  subname: undefined,
  state: `${stateOf(row)} ${cover?.resolver_id === row.id}`,
})

const toLookupResolver = ({ id, chain_id, address, signing_scheme }: ResolverColumns): LookupResolver => ({
  id,
  chainId: chain_id,
  address,
  signingScheme: signing_scheme,
})

const stateOf = ({ address, signing_scheme }: ResolverColumns): string => `${address} ${signing_scheme}`
