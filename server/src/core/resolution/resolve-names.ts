import type { InteroperableName } from '../../ens/interoperable-name.ts'
import { AppError } from '../../errors.ts'
import { findSubname } from '../../store/entities/subnames.ts'
import { findVisibleDomains } from '../../store/listing/domains.ts'
import type { CoreContext } from '../context.ts'
import { settleAppError } from '../settle-app-error.ts'
import type { NameReader } from './name-reader.ts'
import type { ParsedName } from './parse-names.ts'
import { type ReadNameResult, readNameInSession } from './read-name.ts'

export interface ResolvedName extends ReadNameResult {
  readonly isClaimed: boolean
  /** Milliseconds since 1970; null for a reservation, absent if not issued here. */
  readonly claimedAt?: number | null
}

export type ReaderOf = (name: string) => NameReader | Promise<NameReader>

/** In the given order. The failure of a single name is thrown; among several it is null. */
export async function resolveNames(
  context: CoreContext,
  readerOf: ReaderOf,
  names: readonly ParsedName[],
): Promise<readonly (ResolvedName | null)[]> {
  const inFlight = new Map<string, Promise<ResolvedName | AppError>>()
  const read = (interoperableName: InteroperableName) => {
    const key = `${interoperableName.name}@${interoperableName.chain ?? ''}#${interoperableName.checksum ?? ''}`
    const pending =
      inFlight.get(key) ?? settleAppError(() => resolveName(context, readerOf, interoperableName))
    inFlight.set(key, pending)
    return pending
  }
  const results = await Promise.all(names.map((name) => (name instanceof AppError ? name : read(name))))
  const [only, ...others] = results
  if (only instanceof AppError && others.length === 0) throw only
  return results.map((result) => (result instanceof AppError ? null : result))
}

async function resolveName(
  context: CoreContext,
  readerOf: ReaderOf,
  interoperableName: InteroperableName,
): Promise<ResolvedName> {
  const reader = await readerOf(interoperableName.name)
  const result = await readNameInSession(context, reader.openSession(), interoperableName)
  return { ...result, ...(await claimStatusOf(context, reader.chainId, result)) }
}

/** Only the gateway knows; names of blocked domains count as not issued. */
async function claimStatusOf(
  { store }: CoreContext,
  chainId: number,
  { name, isServedByUs }: ReadNameResult,
): Promise<Pick<ResolvedName, 'isClaimed' | 'claimedAt'>> {
  const subname = isServedByUs ? await findSubname(store.read, chainId, name) : undefined
  const [domain] = subname ? await findVisibleDomains(store.read, { chainId, ids: [subname.domainId] }) : []
  return subname && domain
    ? { isClaimed: subname.isClaimed, claimedAt: subname.claimedAt }
    : { isClaimed: false }
}
