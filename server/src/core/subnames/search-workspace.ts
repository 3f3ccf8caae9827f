import { setTimeout as sleep } from 'node:timers/promises'
import type { Hex } from 'viem'
import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import {
  holderRange,
  matchesTag,
  parseSearchedName,
  parseSearchText,
  type SearchText,
} from '../../ens/search-text.ts'
import { AppError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { selectNotes, selectTags } from '../../store/entities/name-notes.ts'
import { compareRanked, type RankedKey, searchSeveralDomains } from '../../store/listing/several-domains.ts'
import { readSubnames } from '../../store/listing/subnames.ts'
import type { Queryable } from '../../store/tables.ts'
import { type Caller, type CoreContext, settleAppError } from '../context.ts'
import { listDomainsOfWorkspace } from '../domains/list.ts'
import { type AdmitRpcRead, resolveAddress } from '../resolution/resolve.ts'
import { withDetailsOfEach } from './list.ts'
import { type FoundSubname, withReasons } from './list-names.ts'

interface SearchWorkspace {
  readonly caller: Caller
  readonly workspaceId: string
  /** For `parseSearchText`. */
  readonly search: string
  /** Absent: every chain. */
  readonly chainId?: ChainId | undefined
  /** Absent: claimed and reserved ones. */
  readonly isClaimed?: boolean | undefined
  readonly limit: number
  /** Runs a search of the database within the limits of lists. */
  readonly listing: <T>(search: () => Promise<T>) => Promise<T>
  /** Admits reads of the operator's RPC for an ENS name. */
  readonly admit: AdmitRpcRead
}

/** An ENS name that was searched for, of no subname of the domains. */
interface ResolvedHolder {
  readonly name: EnsName
  /** Lower case; null: it has none, or could not be resolved. */
  readonly address: Hex | null
  /** Why there is no address, as a sentence. */
  readonly problem: string | null
}

export interface WorkspaceMatches {
  /** In the order of the ways of `matched`, then as `searchSeveralDomains` says. */
  readonly items: readonly FoundSubname[]
  readonly hasMore: boolean
  /** Null for a text that is no complete ENS name, or is a name of the domains. */
  readonly resolved: ResolvedHolder | null
}

/**
 * Names of all domains of the workspace that the credential may read and that are not blocked. A complete ENS name of
 * another domain also finds the names of the holder that it resolves to.
 */
export async function searchWorkspace(
  context: CoreContext,
  input: SearchWorkspace,
): Promise<WorkspaceMatches> {
  const { chainId, listing } = input
  const readable = await listDomainsOfWorkspace(context, input)
  const visible = readable.filter(
    (domain) => !domain.isBlocked && (chainId === undefined || domain.chainId === chainId),
  )
  const searchText = parseSearchText(input.search)
  const found = await listing(() => findNames(context, visible, searchText, input))
  const resolved = await resolveSearched(context, { ...input, domains: visible, found: found.items })
  if (!resolved?.address) return { ...found, resolved }
  const holder = holderRange(resolved.address.slice(2))
  const ofHolder: SearchText = { label: undefined, domain: undefined, holder, words: undefined }
  const held = await listing(() => findNames(context, visible, ofHolder, input))
  const known = new Set(found.items.map(({ subname }) => subname.id))
  const items = [...found.items, ...held.items.filter(({ subname }) => !known.has(subname.id))]
  return {
    items: items.slice(0, input.limit),
    hasMore: found.hasMore || held.hasMore || items.length > input.limit,
    resolved,
  }
}

async function findNames(
  context: CoreContext,
  visible: readonly Domain[],
  searchText: SearchText,
  { isClaimed, limit }: Pick<SearchWorkspace, 'isClaimed' | 'limit'>,
): Promise<Omit<WorkspaceMatches, 'resolved'>> {
  const { replica } = context.store
  const { keys, hasMore } = await findKeys(replica, visible, searchText, { isClaimed, limit })
  const { items, isTruncated } = await readSubnames(replica, keys)
  const notes = await selectNotes(replica, keys)
  const details: FoundSubname[] = []
  for (const chainId of new Set(items.map((subname) => subname.chainId))) {
    const ofChain = items.filter((subname) => subname.chainId === chainId)
    const filter = { chainId, domains: visible.filter((domain) => domain.chainId === chainId) }
    details.push(...withReasons(searchText, await withDetailsOfEach(context, filter, ofChain), notes))
  }
  const order = new Map(items.map(({ id }, index) => [id, index]))
  // A holder may have changed between two statements, and some texts only seem to match.
  const matching = details.filter(({ matched }) => matched !== null)
  return {
    items: matching.toSorted((a, b) => (order.get(a.subname.id) ?? 0) - (order.get(b.subname.id) ?? 0)),
    hasMore: hasMore || isTruncated,
  }
}

/** By labels and holders in the domains that begin as the text says; by tags and texts in all. */
async function findKeys(
  db: Queryable,
  visible: readonly Domain[],
  { label: search, domain: beginning = '', holder, words }: SearchText,
  { isClaimed, limit }: Pick<SearchWorkspace, 'isClaimed' | 'limit'>,
): Promise<{ readonly keys: readonly number[]; readonly hasMore: boolean }> {
  const stored =
    words === undefined
      ? []
      : await selectTags(
          db,
          visible.map(({ key }) => key),
        )
  const tagged = stored.filter(({ folded }) => words !== undefined && matchesTag(folded, words))
  const ofOwner = words === undefined ? {} : { tagged, words }
  const ofLabels = { search, holder }
  const isNamed = search !== undefined || beginning !== '' || holder !== undefined
  const parts =
    beginning === ''
      ? [{ domains: isNamed || words !== undefined ? visible : [], ...ofLabels, ...ofOwner }]
      : [
          { domains: visible.filter(({ name }) => name.startsWith(beginning)), ...ofLabels },
          { domains: words === undefined ? [] : visible, ...ofOwner },
        ]
  const found: RankedKey[] = []
  let hasMore = false
  for (const part of parts) {
    const more = await searchSeveralDomains(db, { ...part, isClaimed }, limit)
    found.push(...more.keys)
    hasMore ||= more.hasMore
  }
  const keys = [...new Set(found.toSorted(compareRanked).map(({ key }) => key))]
  return { keys: keys.slice(0, limit), hasMore: hasMore || keys.length > limit }
}

/** The other results wait for it. */
const maxResolveMs = 3000

interface ResolveSearched extends Pick<SearchWorkspace, 'search' | 'chainId' | 'admit'> {
  readonly domains: readonly Domain[]
  readonly found: readonly FoundSubname[]
}

async function resolveSearched(
  context: CoreContext,
  { search, chainId, admit, domains, found }: ResolveSearched,
): Promise<ResolvedHolder | null> {
  const name = parseSearchedName(search)
  if (name === undefined || found.some(({ subname }) => subname.name === name)) return null
  if (domains.some((domain) => name.endsWith(`.${domain.name}`))) return null
  const chains = chainId === undefined ? new Set(domains.map((domain) => domain.chainId)) : new Set([chainId])
  let problem: string | null = null
  for (const chain of [...chains].toSorted((a, b) => a - b)) {
    const address = await settleAppError(() =>
      Promise.race([resolveAddress(context, { chainId: chain, name }, admit), failLate()]),
    )
    if (address instanceof AppError) problem ??= `${name} could not be resolved: ${address.message}`
    else if (address !== null) return { name, address, problem: null }
    else problem ??= `${name} has no Ethereum address on chain ${chain}.`
  }
  return problem === null ? null : { name, address: null, problem }
}

/** Rejects when a search has waited long enough; what it waited for ends by its own limits. */
async function failLate(): Promise<never> {
  await sleep(maxResolveMs, undefined, { ref: false })
  throw new AppError('UpstreamTimeoutException', 'The chain did not answer in time.')
}
