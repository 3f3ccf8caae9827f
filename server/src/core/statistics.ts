import type { ChainId } from '../ens/chains.ts'
import { type EnsName, joinName, storedLabel } from '../ens/names.ts'
import { AppError } from '../errors.ts'
import type { Domain } from '../model/domain.ts'
import { hourMs, hourOf, type LookupCount, type NameLookups, type NamesAtHour } from '../model/statistics.ts'
import type { Subname } from '../model/subname.ts'
import {
  addLookupCounts,
  addNameLookups,
  findNameLookups,
  type HourRange,
  type LookupSum,
  type LookupsOfName,
  listNameCounts,
  sumLookupCounts,
} from '../store/entities/statistics.ts'
import { assertDomainAccess } from './auth/access.ts'
import type { Caller, CoreContext } from './context.ts'
import { requireDomain } from './domains/rules.ts'
import { requireSubname } from './subnames/rules.ts'

type CountingContext = Pick<CoreContext, 'store' | 'lookupCounter' | 'clock'>

/**
 * Writes the lookups that this process has counted, each chunk in a transaction. They do not affect lookups, so the
 * data version stays. When the outcome of a commit is unknown, its chunk is written again. `isLast`: this process counts no more.
 *
 * @throws DatabaseUnavailableError, with what is not written kept for the next time.
 */
export function writeLookups(
  { store: { db }, lookupCounter, clock }: CountingContext,
  { isLast = false }: { readonly isLast?: boolean } = {},
): Promise<void> {
  const writer = {
    addCounts: (counts: readonly LookupCount[]) =>
      db.transaction().execute((tx) => addLookupCounts(tx, counts)),
    addNameLookups: (lookups: readonly NameLookups[]) =>
      db.transaction().execute((tx) => addNameLookups(tx, lookups)),
  }
  return lookupCounter.flush(writer, { now: clock(), isLast })
}

const hoursOf = { hour: 1, day: 24 } as const

/** Of UTC. */
type StatisticsPeriod = keyof typeof hoursOf

/** 31 days by hour, 400 days by day. */
const maxPeriods: Readonly<Record<StatisticsPeriod, number>> = { hour: 744, day: 400 }

/** A day by hour, 30 days by day. */
const defaultPeriods: Readonly<Record<StatisticsPeriod, number>> = { hour: 24, day: 30 }

interface ReadDomainStatistics {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  readonly by: StatisticsPeriod
  /** Milliseconds since 1970; extended to whole periods. */
  readonly from?: number | undefined
  /** Exclusive; absent: now. */
  readonly to?: number | undefined
}

export interface DomainStatistics {
  readonly domain: Domain
  /** Milliseconds since 1970, of whole periods. */
  readonly from: number
  readonly to: number
  readonly lookups: number
  readonly absent: number
  /** Every period of the range. */
  readonly periods: readonly PeriodStatistics[]
}

interface PeriodStatistics {
  readonly startsAt: number
  readonly lookups: number
  readonly absent: number
  /** At its end, or now; null: before they were counted. */
  readonly names: number | null
  readonly claimedNames: number | null
}

/** Lookups of a domain and its names, and how many it had; lookups of the last minute may be missing. */
export async function readDomainStatistics(
  context: CoreContext,
  { caller, chainId, domain: name, by, ...range }: ReadDomainStatistics,
): Promise<DomainStatistics> {
  const domain = await requireDomain(context, chainId, name, { includeDeleted: true })
  assertDomainAccess(caller, domain)
  const periodHours = hoursOf[by]
  const { from, to } = wholePeriods(range, by, context.clock())
  const { replica } = context.store
  const sums = await sumLookupCounts(replica, domain.key, { from, to }, periodHours)
  const counts = await listNameCounts(replica, domain.key, { from, to })
  const periods = fillPeriods({ sums, counts, domain }, { from, to }, periodHours)
  return {
    domain,
    from: from * hourMs,
    to: to * hourMs,
    lookups: total(periods, 'lookups'),
    absent: total(periods, 'absent'),
    periods,
  }
}

/** In hours since 1970. */
function wholePeriods(
  { from, to }: Pick<ReadDomainStatistics, 'from' | 'to'>,
  by: StatisticsPeriod,
  now: number,
): { from: number; to: number } {
  const hours = hoursOf[by]
  const end = Math.ceil((to ?? now) / hourMs / hours)
  const start = from === undefined ? end - defaultPeriods[by] : Math.floor(hourOf(from) / hours)
  if (start >= end) throw new AppError('BadRequestException', 'from: is not before `to`.')
  if (end - start > maxPeriods[by])
    throw new AppError(
      'BadRequestException',
      `from: the range has ${end - start} ${by}s, more than ${maxPeriods[by]}. Request a part of it.`,
    )
  return { from: start * hours, to: end * hours }
}

interface Counted {
  readonly sums: readonly LookupSum[]
  /** In the order of hours. */
  readonly counts: readonly NamesAtHour[]
  readonly domain: Pick<Domain, 'createdAt'>
}

function fillPeriods(
  { sums, counts, domain }: Counted,
  { from, to }: HourRange,
  periodHours: number,
): readonly PeriodStatistics[] {
  const byHour = new Map(sums.map((sum) => [sum.hour, sum]))
  let next = 0
  return Array.from({ length: (to - from) / periodHours }, (_, index) => {
    const hour = from + index * periodHours
    const end = hour + periodHours
    while ((counts[next]?.hour ?? end) < end) next += 1
    const { lookups, absent } = byHour.get(hour) ?? { lookups: 0, absent: 0 }
    const unknown = end * hourMs <= domain.createdAt ? 0 : null
    const { names, claimedNames } = counts[next - 1] ?? { names: unknown, claimedNames: unknown }
    return { startsAt: hour * hourMs, lookups, absent, names, claimedNames }
  })
}

function total(periods: readonly PeriodStatistics[], field: 'lookups' | 'absent'): number {
  return periods.reduce((sum, period) => sum + period[field], 0)
}

interface ReadNameStatistics {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly name: EnsName
}

export interface NameStatistics {
  readonly subname: Pick<Subname, 'name' | 'chainId'>
  /** Start of the hour, in milliseconds since 1970; `null`: none since the name was issued. */
  readonly lastLookup: number | null
  /** Since it was issued; within ten minutes. */
  readonly lookups: number
}

export async function readNameStatistics(
  context: CoreContext,
  { caller, chainId, name }: ReadNameStatistics,
): Promise<NameStatistics> {
  const { subname, domain } = await requireSubname(context, chainId, name)
  assertDomainAccess(caller, domain)
  const { replica } = context.store
  const found = await findNameLookups(replica, domain.key, [subname.label])
  return { subname, ...toNameStatistics(found.get(subname.label) ?? notLookedUp) }
}

interface ReadNamesStatistics {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly domain: EnsName
  /** Normalized. */
  readonly labels: readonly string[]
}

/** In the order of `labels`; without those of names that do not exist. */
export async function readNamesStatistics(
  context: CoreContext,
  { caller, chainId, domain: name, labels }: ReadNamesStatistics,
): Promise<readonly NameStatistics[]> {
  const domain = await requireDomain(context, chainId, name)
  assertDomainAccess(caller, domain)
  const found = await findNameLookups(context.store.replica, domain.key, labels)
  return labels.flatMap((label) => {
    const counted = found.get(label)
    return counted
      ? [
          {
            subname: { name: joinName(storedLabel(label), domain.name), chainId },
            ...toNameStatistics(counted),
          },
        ]
      : []
  })
}

const notLookedUp: LookupsOfName = { hour: null, lookups: 0 }

function toNameStatistics({ hour, lookups }: LookupsOfName): Omit<NameStatistics, 'subname'> {
  return { lastLookup: hour === null ? null : hour * hourMs, lookups }
}
