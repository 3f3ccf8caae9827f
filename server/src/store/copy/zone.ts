import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Records } from '../../ens/stored-records.ts'
import { OperatorError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { findDomain } from '../entities/domains.ts'
import { type EventMark, readEventLogState } from '../entities/event-marks.ts'
import { selectSetResponses } from '../entities/seals.ts'
import { findSubnames } from '../entities/subnames.ts'
import { type NamePosition, readNamePage } from '../listing/names.ts'
import { isVisible } from '../lookup.ts'
import { missingMigrations } from '../migrate.ts'
import { withColumnCodecInTransaction } from '../plain-database.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'
import { withSnapshot } from './snapshot.ts'
import { findNamesChangedSince } from './zone-changes.ts'

/** A name with what the gateway responds about it. */
interface ZoneName {
  /** Absent: the domain itself. */
  readonly label?: string
  readonly records: Records
  /** The newest set of its holder, as contracts are answered; `undefined` without one. */
  readonly sealedSet: Hex | undefined
}

/** A name with an event. */
interface ChangedName {
  readonly label: string
  /** Absent: it does not resolve. */
  readonly records?: Records
}

/** What resolves in a domain, in one state of the database. */
export interface ZoneSource {
  readonly domain: Domain
  /** Domains of their own below it, whose names are not among these. */
  readonly domainsBelow: readonly string[]
  /** That state. */
  readonly db: Queryable
  /** In pages; can be read once. */
  readonly names: AsyncIterable<readonly ZoneName[]>
  /** The newest event: that state has its change, and those of all before it. */
  readonly event: EventMark
  /** Names with events since, each once, in pages, without the domain itself; `undefined`: all names have to be read. */
  readonly changesSince: (event: EventMark) => Promise<AsyncIterable<readonly ChangedName[]> | undefined>
}

/** Bounds the memory for the largest records. */
const namesPerPage = 500
const changesPerPage = 100

/**
 * Takes no context, which would migrate the database. The domain's name is normalized.
 *
 * @throws OperatorError for a domain that is not in use, or is blocked; those of `withSnapshot`.
 */
export function withZone<T>(
  databaseUrl: string,
  { chainId, name }: Pick<Domain, 'chainId' | 'name'>,
  use: (zone: ZoneSource) => Promise<T>,
): Promise<T> {
  return withSnapshot(databaseUrl, 'freeze', async (plain, migrations) => {
    const missing = missingMigrations(migrations)
    if (missing.length > 0)
      throw new OperatorError(
        `The database is of an earlier version: start this one on it once, which migrates it (${missing.join(', ')}).`,
      )
    const tx = withColumnCodecInTransaction(plain)
    const domain = await findDomain(tx, chainId, name)
    if (!domain) throw new OperatorError(`${name} is not a domain on chain ${chainId}.`)
    const self = { isClaimed: true, isBlocked: domain.isBlocked, records: domain.records }
    if (!isVisible(self)) throw new OperatorError(`${name} is blocked: none of its names resolve.`)
    const domainsBelow = await findDomainsBelow(tx, domain)
    const names = readVisibleNames(tx, domain)
    const { newest: event } = await readEventLogState(tx)
    const changesSince = async (mark: EventMark) => {
      const changed = await findNamesChangedSince(tx, domain.id, mark)
      return changed && readChanges(tx, domain, changed)
    }
    return use({ domain, domainsBelow, db: tx, names, event, changesSince })
  })
}

async function* readVisibleNames(tx: StoreTransaction, domain: Domain): AsyncGenerator<readonly ZoneName[]> {
  const { isBlocked, records } = domain
  yield [{ records, sealedSet: undefined }]
  let after: NamePosition | undefined
  do {
    const page = await readNamePage(tx, { domain, order: 'oldest' }, { after, limit: namesPerPage })
    const sets = await selectSetResponses(tx, page.keys)
    yield page.items
      .filter(({ isClaimed }) => isVisible({ isClaimed, isBlocked }))
      .map(({ id, label, records }) => ({ label, records, sealedSet: sets.get(id) }))
    after = page.end
  } while (after)
}

async function* readChanges(
  tx: StoreTransaction,
  domain: Domain,
  names: readonly string[],
): AsyncGenerator<readonly ChangedName[]> {
  const suffix = `.${domain.name}`
  const labels = names.flatMap((name) => (name.endsWith(suffix) ? name.slice(0, -suffix.length) : []))
  for (let start = 0; start < labels.length; start += changesPerPage) {
    const some = labels.slice(start, start + changesPerPage)
    const found = await findSubnames(tx, domain, some)
    yield some.map((label) => {
      const subname = found.get(label)
      return subname?.isClaimed ? { label, records: subname.records } : { label }
    })
  }
}

async function findDomainsBelow(tx: StoreTransaction, { chainId, name }: Domain): Promise<readonly string[]> {
  const suffix = sql`cast(${`.${name}`} as text)`
  const rows = await tx
    .selectFrom('domains')
    .select('name')
    .where('chainId', '=', chainId)
    .where('deletedAt', 'is', null)
    // Not by `like`, in which underscores are wildcards.
    .where(sql<boolean>`substr(name, length(name) - length(${suffix}) + 1) = ${suffix}`)
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}
