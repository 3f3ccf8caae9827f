import { zeroAddress } from 'viem'
import { addressKey, type RecordKey, textKey } from '../../ccip/records.ts'
import { formatAddress } from '../../ens/address.ts'
import { ethCoinType } from '../../ens/coin-types.ts'
import { formatContenthash } from '../../ens/contenthash.ts'
import { joinName, parseLabel } from '../../ens/names.ts'
import { emptyRecords, type Records } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'
import type { Subname } from '../../model/subname.ts'
import { findSubname } from '../../store/entities/subnames.ts'
import type { FormerLookup } from '../../store/lookup.ts'
import { assertDomainAccess } from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import { requireDomain } from '../domains/rules.ts'
import { readRecordsThere } from './read-former.ts'

interface CompareWithFormer {
  readonly caller: Caller
  readonly chainId: number
  readonly domain: string
  /** At most `maxComparedNames`. */
  readonly labels: readonly string[]
}

export const maxComparedNames = 20

/** A record as both gateways answer it; null: it has none. */
interface ComparedRecord {
  /** Such as `addr(60)`, `text(url)` or `contenthash`. */
  readonly record: string
  readonly there: string | null
  readonly here: string | null
}

export interface ComparedName {
  readonly name: string
  /** `absent`: it is not held here, and answered by the former gateway. */
  readonly state: 'claimed' | 'reserved' | 'absent'
  /** Those that one of both has; without an answer of the former gateway, those that are here. */
  readonly records: readonly ComparedRecord[]
  /** Why the former gateway has no valid answer; null otherwise. */
  readonly error: string | null
}

/** One after the other; what is not asked then is not asked at all. */
const maxDurationMs = 20_000

/**
 * Names as the former gateway of the domain answers them, with its signature verified, and as this service does.
 *
 * @throws AppError `BadRequestException` without a former gateway, `InvalidNameException`.
 */
export async function compareWithFormer(
  context: CoreContext,
  { caller, chainId, domain: domainName, labels: given }: CompareWithFormer,
): Promise<readonly ComparedName[]> {
  const domain = await requireDomain(context, chainId, domainName)
  assertDomainAccess(caller, domain)
  const { formerGateway: gateway, key, id } = domain
  if (!gateway)
    throw new AppError('BadRequestException', `${domain.name} has no former gateway. Set it first.`)
  const former = { key, id, name: domain.name, gateway, settings: JSON.stringify(gateway) }
  const labels = [...new Set(given.map((label) => parseLabel(label, context.rules.limits.label)))]
  const endsAt = performance.now() + maxDurationMs
  const compared: ComparedName[] = []
  for (const label of labels) {
    const name = joinName(label, domain.name)
    const subname = await findSubname(context.store.db, domain.chainId, name)
    const here = subname?.isClaimed && !domain.isBlocked ? subname.records : emptyRecords
    const target = { former, chainId: domain.chainId, name, isLate: performance.now() > endsAt }
    const there = await readThere(context, target, here)
    compared.push({
      name,
      state: stateOf(subname),
      records: compareRecords('records' in there ? there.records : undefined, here),
      error: 'error' in there ? there.error : null,
    })
  }
  return compared
}

function stateOf(subname: Subname | undefined): ComparedName['state'] {
  if (!subname) return 'absent'
  return subname.isClaimed ? 'claimed' : 'reserved'
}

interface AskedName {
  readonly former: FormerLookup
  readonly chainId: number
  readonly name: string
  readonly isLate: boolean
}

async function readThere(
  context: CoreContext,
  { isLate, ...there }: AskedName,
  here: Records,
): Promise<{ readonly records: Records } | { readonly error: string }> {
  if (isLate) return { error: 'It was not asked: the names before took too long. Compare fewer at a time.' }
  try {
    return { records: await readRecordsThere(context, there, keysOf(here)) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { error: error.message }
  }
}

function keysOf({ addresses, texts }: Records): readonly RecordKey[] {
  return [...addresses.map(({ coinType }) => addressKey(coinType)), ...texts.map(({ key }) => textKey(key))]
}

function compareRecords(there: Records | undefined, here: Records): readonly ComparedRecord[] {
  const [before, after] = [there ? textsOf(there) : new Map<string, string>(), textsOf(here)]
  return [...new Set([...after.keys(), ...before.keys()])].map((record) => ({
    record,
    there: before.get(record) ?? null,
    here: after.get(record) ?? null,
  }))
}

/** By record, in the text form of each; what resolves to nothing is left out. */
function textsOf({ addresses, texts, contenthash }: Records): ReadonlyMap<string, string> {
  const content = contenthash && formatContenthash(contenthash)
  return new Map([
    ...addresses
      .filter(({ coinType, address }) => coinType !== ethCoinType || address !== zeroAddress)
      .map(({ coinType, address }) => [`addr(${coinType})`, formatAddress(coinType, address)] as const),
    ...texts.filter(({ value }) => value !== '').map(({ key, value }) => [`text(${key})`, value] as const),
    ...(contenthash
      ? [['contenthash', content ? `${content.protocolType}://${content.decoded}` : contenthash] as const]
      : []),
  ])
}
