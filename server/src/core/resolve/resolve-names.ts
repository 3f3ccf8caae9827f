import type { InteroperableName } from '../../ens/interoperable-name.ts'
import { AppError } from '../../errors.ts'
import { findOpenDomains } from '../../store/domain-listing.ts'
import { findSubname } from '../../store/subnames.ts'
import { attempt } from '../attempt.ts'
import type { CoreContext } from '../context.ts'
import { type NameOnChain, readWith } from '../records/read.ts'
import type { Source } from '../records/source.ts'
import type { Entry } from './parse-entries.ts'

/** What ENS says about a name, and what this service knows of it. */
export interface ResolvedName extends NameOnChain {
  readonly isClaimed: boolean
  /** Milliseconds since 1970; null for a reservation, absent for a name that is not issued here. */
  readonly claimedAt?: number | null
}

/** Where a name is read. */
export type SourceOf = (name: string) => Source | Promise<Source>

/**
 * Resolves names, each through its source, all at once and each but once, in the order in which they are given.
 *
 * The failure of one name alone is thrown; among several it is null in the place of that name.
 *
 * @throws AppError `InvalidNameException` (also for a wrong checksum), `UnsupportedChainException` for an unknown label,
 * `EnsNotFound` when the resolver is ours and the domain is not onboarded; `UpstreamException`,
 * `UpstreamTimeoutException`, `ServiceUnavailableException`.
 */
export async function resolveNames(
  context: CoreContext,
  sourceOf: SourceOf,
  entries: readonly Entry[],
): Promise<readonly (ResolvedName | null)[]> {
  const reads = new Map<string, Promise<ResolvedName | AppError>>()
  const read = (wanted: InteroperableName) => {
    const key = `${wanted.name}@${wanted.chain ?? ''}#${wanted.checksum ?? ''}`
    const shared = reads.get(key) ?? attempt(() => resolveName(context, sourceOf, wanted))
    reads.set(key, shared)
    return shared
  }
  const slots = await Promise.all(entries.map((entry) => (entry instanceof AppError ? entry : read(entry))))
  const [only, ...others] = slots
  if (only instanceof AppError && others.length === 0) throw only
  return slots.map((slot) => (slot instanceof AppError ? null : slot))
}

async function resolveName(
  context: CoreContext,
  sourceOf: SourceOf,
  wanted: InteroperableName,
): Promise<ResolvedName> {
  const source = await sourceOf(wanted.name)
  const found = await readWith(context, source.open(), wanted)
  return { ...found, ...(await claimOf(context, source.chainId, found)) }
}

/** Who answers for a name knows whether it is claimed; a name of a blocked domain is not shown to be there. */
async function claimOf(
  { store }: CoreContext,
  chainId: number,
  { name, isServedHere }: NameOnChain,
): Promise<Pick<ResolvedName, 'isClaimed' | 'claimedAt'>> {
  const subname = isServedHere ? await findSubname(store.latest, chainId, name) : undefined
  const [domain] = subname ? await findOpenDomains(store.latest, { chainId, ids: [subname.domainId] }) : []
  return subname && domain
    ? { isClaimed: subname.isClaimed, claimedAt: subname.claimedAt }
    : { isClaimed: false }
}
