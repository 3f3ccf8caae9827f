import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { OperatorError } from '../../../errors.ts'
import type { PlainDatabase } from '../../plain-database.ts'

/** Milliseconds after which the lease of a process that was killed ends. */
const ttlMs = 8_000

const renewalIntervalMs = 2_000

const retryIntervalMs = 100

/** Milliseconds of the database's clock: processes need not agree on the time. */
const now: RawBuilder<number> = sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** The right to do something that one process at a time may do, for longer than a transaction. */
export interface Lease {
  /**
   * Ends the lease with the transaction: as the last statement of it, so that an owner that is late writes nothing.
   *
   * @throws OperatorError when another process has taken the lease.
   */
  endWith(tx: QueryExecutorProvider): Promise<void>
  /** After a failure. */
  release(): Promise<void>
}

/**
 * Waits up to `timeoutMs` for the lease, then renews it until it ends. The row of an owner that stopped renewing is taken over
 * when it has expired.
 *
 * @throws OperatorError when another process holds it for longer.
 */
export async function acquireLease(db: PlainDatabase, name: string, timeoutMs: number): Promise<Lease> {
  const owner = randomUUID()
  const deadline = performance.now() + timeoutMs
  while (!(await tryAcquire(db, name, owner))) {
    if (performance.now() >= deadline)
      throw new OperatorError(`another process holds the lock of its ${name}. Retry when it has ended.`)
    await delay(retryIntervalMs)
  }
  const renewal = renewPeriodically(db, name, owner)
  return {
    endWith: async (tx) => {
      await renewal.stop()
      const { rows } = await sql`
        delete from leases where name = ${name} and owner = ${owner} returning name
      `.execute(tx)
      if (rows.length === 0)
        throw new OperatorError(
          `the lease of its ${name} was not renewed in time, and another process has taken it. Nothing was changed.`,
        )
    },
    release: async () => {
      await renewal.stop()
      // Else it expires.
      await sql`delete from leases where name = ${name} and owner = ${owner}`.execute(db).catch(() => {})
    },
  }
}

/** Waits while the transaction that ends the lease commits. */
async function tryAcquire(db: PlainDatabase, name: string, owner: string): Promise<boolean> {
  const { rows } = await sql`
    insert into leases (name, owner, expires_at) values (${name}, ${owner}, ${now} + ${sql.lit(ttlMs)})
    on conflict (name) do update set owner = excluded.owner, expires_at = excluded.expires_at
    where leases.expires_at <= ${now}
    returning name
  `.execute(db)
  return rows.length > 0
}

function renewPeriodically(db: PlainDatabase, name: string, owner: string) {
  const stopping = new AbortController()
  const { signal } = stopping
  const renew = async () => {
    while (!signal.aborted) {
      await delay(renewalIntervalMs, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      // The owner finds out at the end.
      await sql`
        update leases set expires_at = ${now} + ${sql.lit(ttlMs)} where name = ${name} and owner = ${owner}
      `
        .execute(db)
        .catch(() => {})
    }
  }
  const renewing = renew()
  return {
    stop: () => {
      stopping.abort()
      return renewing
    },
  }
}
