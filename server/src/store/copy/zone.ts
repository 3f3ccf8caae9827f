import { sql } from 'kysely'
import type { Hex } from 'viem'
import type { Records } from '../../ens/stored-records.ts'
import { OperatorError } from '../../errors.ts'
import type { Domain } from '../../model/domain.ts'
import { findDomain } from '../entities/domains.ts'
import { selectSetResponses } from '../entities/seals.ts'
import { type NamePosition, readNamePage } from '../listing/names.ts'
import { isVisible } from '../lookup.ts'
import { missingMigrations } from '../migrate.ts'
import { withColumnCodecInTransaction } from '../plain-database.ts'
import type { Queryable, StoreTransaction } from '../tables.ts'
import { withSnapshot } from './snapshot.ts'

/** A name with what the gateway responds about it. */
interface ZoneName {
  /** Absent: the domain itself. */
  readonly label?: string
  readonly records: Records
  /** The newest set of its holder, as contracts are answered; `undefined` without one. */
  readonly sealedSet: Hex | undefined
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
}

/** Bounds the memory for the largest records. */
const namesPerPage = 500

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
    return use({ domain, domainsBelow, db: tx, names: readVisibleNames(tx, domain) })
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
