import { type CompiledQuery, sql } from 'kysely'
import { fromHex, toHex } from '../crypto/hex.ts'
import type { ChainId } from '../ens/chains.ts'
import { ancestors, childNode, type EnsName, splitAtDot, storedName } from '../ens/names.ts'
import type { Records } from '../ens/stored-records.ts'
import type { Domain } from '../model/domain.ts'
import type { FormerGateway } from '../model/former-gateway.ts'
import type { Resolver } from '../model/resolver.ts'
import { dialectOf } from './driver/sql-dialect.ts'
import { decodeInlineRecords, decodeRecords, parseLargeTexts } from './entities/records-codec.ts'
import type { SealedLookupQueries, SealedLookupReader } from './sealed-lookup.ts'
import type { DomainRow, Queryable, SubnameRow } from './tables.ts'

export interface Lookup {
  readonly resolver: LookupResolver
  /** The domain of the name, if it is in use with `resolver`; `undefined`: the name is not served. */
  readonly domainKey: number | undefined
  /** The subname, or the domain itself; `undefined` without either. */
  readonly subname: LookupSubname | undefined
  /** Of the domain: seconds for which shared caches may keep a response; `null`: never, or no domain. */
  readonly sharedMaxAge: Domain['sharedMaxAge']
  /** Of the domain, unless it holds the name or is blocked. */
  readonly former: FormerLookup | undefined
  /** Fingerprint of the fields above, and of whether there is a former gateway. Equal etags also have equal keys. */
  readonly etag: string
}

/** Where a name may be that its domain does not hold. */
export interface FormerLookup extends Pick<Domain, 'key' | 'id' | 'name'> {
  readonly gateway: FormerGateway
  /** The gateway as stored: equal texts are equal settings. */
  readonly settings: string
}

/** Of a name below the domain. */
export function relativeLabel({ name: domain }: Pick<FormerLookup, 'name'>, name: EnsName): EnsName {
  // Safe: labels are normalized each by itself.
  return name.slice(0, -(domain.length + 1)) as EnsName
}

export type LookupResolver = Pick<
  Resolver,
  'id' | 'chainId' | 'address' | 'signingScheme' | 'trustedSigners' | 'sealTrees'
>

interface LookupSubname {
  /** `undefined` for the domain itself. */
  readonly key: number | undefined
  readonly node: Domain['node']
  readonly isClaimed: boolean
  /** Whether its domain is blocked. */
  readonly isBlocked: boolean
  /** Without texts if `hasTexts` is false: large and not requested. */
  readonly records: Records
  readonly hasTexts: boolean
  readonly version: number
}

/** Whether its records are what it resolves to: those of reservations and of blocked domains are not. */
export function isVisible<Named extends Pick<LookupSubname, 'isClaimed' | 'isBlocked'>>(
  subname: Named | undefined,
): subname is Named {
  return subname?.isClaimed === true && !subname.isBlocked
}

/** Raw columns: decoding would slow each lookup. */
export type LookupRow = ResolverColumns & (SubnameColumns | { readonly version: null })

interface ResolverColumns extends Pick<Resolver, 'id' | 'address'> {
  readonly chain_id: ChainId
  readonly signing_scheme: Resolver['signingScheme']
  readonly trusted_signers: string
  readonly seal_trees: string
}

interface SubnameColumns extends Pick<SubnameRow, 'records' | 'version'> {
  /** As in its table. */
  readonly updated_at: number | null
  readonly subname_id: Uint8Array
  readonly subname_key: number
  readonly domain_key: number
  readonly is_claimed: 0 | 1
  readonly domain_node: Domain['node']
  readonly is_blocked: 0 | 1
  readonly shared_max_age: number | null
  /** Only from `nameWithTexts`. */
  readonly large_texts?: SubnameRow['largeTexts']
}

/** The domain's own columns are null if it is above the name. */
export type CoveringDomainRow = Pick<Domain, 'id' | 'key'> & {
  readonly resolver_id: string
  readonly shared_max_age: number | null
  /** The name, a space and the former gateway as JSON; null without one, and for a blocked domain. */
  readonly former: string | null
} & (DomainColumns | { readonly is_blocked: null })

interface DomainColumns extends Pick<DomainRow, 'node' | 'records' | 'version'> {
  readonly updated_at: number
  readonly is_blocked: 0 | 1
  readonly large_texts: DomainRow['largeTexts']
}

export interface LookupQueries extends SealedLookupQueries {
  /** Three point reads without large texts. Parameters: parent name, label, resolver id. */
  readonly name: CompiledQuery
  /** As `name`, with all texts. */
  readonly nameWithTexts: CompiledQuery
  /** Parameters: the name, the chain, and the name with its ancestors as for `anyOf`. */
  readonly coveringDomain: CompiledQuery
}

export type NameAndAncestors = readonly [name: string, ...ancestors: string[]]

/** Split at the first dot. */
export type NameParts = ReturnType<typeof splitAtDot>

/** Reads on connections that writes cannot block. */
export interface LookupReader extends SealedLookupReader {
  readName(name: NameParts, resolverId: string): Promise<LookupRow | undefined>
  readNameWithTexts(name: NameParts, resolverId: string): Promise<LookupRow | undefined>
  readCoveringDomain(chainId: number, names: NameAndAncestors): Promise<CoveringDomainRow | undefined>
  /** See `Store.dataVersion`. */
  dataVersion(): number
  /** Called after each transaction of this process, even if its commit failed. */
  onCommit(): void
}

export function compileLookupQueries(db: Queryable): Omit<LookupQueries, keyof SealedLookupQueries> {
  return {
    name: selectName(db).compile(),
    nameWithTexts: selectName(db).select('subnames.largeTexts').compile(),
    coveringDomain: db
      .selectFrom('domains')
      .leftJoin('domains as named', (join) =>
        join.onRef('named.id', '=', 'domains.id').on('named.name', '=', ''),
      )
      .select([
        'domains.id',
        'domains.key',
        'domains.resolverId',
        'domains.sharedMaxAge',
        'named.node',
        'named.isBlocked',
        'named.version',
        'named.updatedAt',
      ])
      .select(['named.records', 'named.largeTexts'])
      // One column: every lookup of an absent name reads it.
      .select(({ ref }) =>
        sql<string | null>`case when ${ref('domains.isBlocked')} = 0
          then ${ref('domains.name')} || ' ' || ${ref('domains.formerGateway')} end`.as('former'),
      )
      .where('domains.chainId', '=', 0)
      .where(({ ref }) => dialectOf(db).anyOf(sql`${ref('domains.name')}`, []))
      .where('domains.deletedAt', 'is', null)
      .orderBy(({ fn }) => fn<number>('length', ['domains.name']), 'desc')
      .limit(sql.lit(1))
      .compile(),
  }
}

function selectName(db: Queryable) {
  return db
    .selectFrom('resolvers')
    .leftJoin('domains', (join) =>
      join
        .onRef('domains.chainId', '=', 'resolvers.chainId')
        .onRef('domains.resolverId', '=', 'resolvers.id')
        .on('domains.deletedAt', 'is', null)
        .on('domains.name', '=', ''),
    )
    .leftJoin('subnames', (join) =>
      join.onRef('subnames.domainKey', '=', 'domains.key').on('subnames.label', '=', ''),
    )
    .select(['resolvers.id', 'resolvers.chainId', 'resolvers.address', 'resolvers.signingScheme'])
    .select(['resolvers.trustedSigners', 'resolvers.sealTrees'])
    .select(['subnames.id as subnameId', 'subnames.isClaimed', 'subnames.version', 'subnames.records'])
    .select(['domains.node as domainNode', 'domains.isBlocked', 'domains.sharedMaxAge'])
    .select(['domains.key as domainKey', 'subnames.key as subnameKey', 'subnames.updatedAt'])
    .where('resolvers.id', '=', '')
}

export interface NameLookup {
  readonly resolverId: string
  /** Of a request: it may not be normalized. */
  readonly name: string
  readonly withTexts: boolean
}

/**
 * `undefined` without such a resolver entry. Large texts take a second read, only on request, so that address lookups
 * stay cheap.
 */
export async function lookUp(
  reader: LookupReader,
  { resolverId, name, withTexts }: NameLookup,
): Promise<Lookup | undefined> {
  const parts = splitAtDot(name)
  let row = await reader.readName(parts, resolverId)
  if (withTexts && row && row.version !== null && hasLargeTexts(row))
    row = await reader.readNameWithTexts(parts, resolverId)
  if (!row) return undefined
  if (row.version !== null) return toLookup(row, parts.label)
  const coveringDomain = await reader.readCoveringDomain(row.chain_id, [name, ...ancestors(name)])
  return toDomainLookup(row, coveringDomain)
}

function hasLargeTexts({ records }: SubnameColumns): boolean {
  return decodeInlineRecords(records).texts === undefined
}

function toLookup(row: ResolverColumns & SubnameColumns, label: string): Lookup {
  const resolver = toLookupResolver(row)
  const { texts: inlineTexts, ...records } = decodeInlineRecords(row.records)
  const texts = inlineTexts ?? (row.large_texts ? parseLargeTexts(row.large_texts) : undefined)
  return {
    resolver,
    domainKey: row.domain_key,
    subname: {
      key: row.subname_key,
      node: toHex(childNode(fromHex(row.domain_node), label)),
      isClaimed: row.is_claimed === 1,
      isBlocked: row.is_blocked === 1,
      records: { ...records, texts: texts ?? [] },
      hasTexts: texts !== undefined,
      version: row.version,
    },
    sharedMaxAge: row.shared_max_age,
    former: undefined,
    etag: `${resolverEtag(resolver)} ${toBase64(row.subname_id)} ${versionTag(row)} ${row.is_claimed} ${row.is_blocked}${sharedEtag(row)}`,
  }
}

/**
 * With the time of the write: a database server that takes over without the last writes gives their versions to others, which a
 * kept response must not be taken for.
 */
function versionTag({ version, updated_at }: VersionColumns): string {
  return updated_at === null ? `${version}` : `${version}.${updated_at.toString(36)}`
}

type VersionColumns = Pick<SubnameColumns | DomainColumns, 'version' | 'updated_at'>

/** Shorter than hex. */
function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url')
}

function toDomainLookup(row: ResolverColumns, domain: CoveringDomainRow | undefined): Lookup {
  const resolver = toLookupResolver(row)
  const isServed = domain?.resolver_id === row.id
  const domainKey = isServed ? domain.key : undefined
  const sharedMaxAge = isServed ? domain.shared_max_age : null
  if (!isServed || domain.is_blocked === null) {
    const former = isServed ? toFormerLookup(domain) : undefined
    const etag = `${resolverEtag(resolver)} ${domainKey}${former ? ' former' : ''}${isServed ? sharedEtag(domain) : ''}`
    return { resolver, domainKey, subname: undefined, sharedMaxAge, former, etag }
  }
  return {
    resolver,
    domainKey,
    subname: {
      key: undefined,
      node: domain.node,
      isClaimed: true,
      isBlocked: domain.is_blocked === 1,
      records: decodeRecords({ records: domain.records, largeTexts: domain.large_texts }),
      hasTexts: true,
      version: domain.version,
    },
    sharedMaxAge,
    former: undefined,
    etag: `${resolverEtag(resolver)} domain ${domain.id} ${versionTag(domain)} ${domain.is_blocked}${sharedEtag(domain)}`,
  }
}

function toFormerLookup(domain: CoveringDomainRow): FormerLookup | undefined {
  const { key, id, former } = domain
  if (former === null) return undefined
  const nameLength = former.indexOf(' ')
  const name = storedName(former.slice(0, nameLength))
  const settings = former.slice(nameLength + 1)
  return { key, id, name, gateway: parseSettings(settings), settings }
}

/** Safe because only `DomainChanges` are written there. */
function parseSettings(json: string): FormerGateway {
  return JSON.parse(json) as FormerGateway
}

function toLookupResolver({
  id,
  chain_id,
  address,
  signing_scheme,
  trusted_signers,
  seal_trees,
}: ResolverColumns): LookupResolver {
  return {
    id,
    chainId: chain_id,
    address,
    signingScheme: signing_scheme,
    trustedSigners: trusted_signers,
    sealTrees: seal_trees,
  }
}

/** What the etags of its lookups begin with. */
export function resolverEtag({
  address,
  signingScheme,
  trustedSigners,
  sealTrees,
}: Omit<LookupResolver, 'id' | 'chainId'>): string {
  return `${address} ${signingScheme} ${trustedSigners}${sealTrees === '' ? '' : ` ${sealTrees}`}`
}

/** Empty for most domains. */
function sharedEtag({ shared_max_age }: Pick<SubnameColumns, 'shared_max_age'>): string {
  return shared_max_age === null ? '' : ` shared ${shared_max_age}`
}
