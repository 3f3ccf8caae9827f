import { setTimeout as delay } from 'node:timers/promises'
import type { Transaction } from 'kysely'
import { DatabaseUnavailableError, errorCode } from '../../../errors.ts'
import type { Queryable, Tables } from '../../tables.ts'

/** serialization_failure, deadlock_detected: nothing was written. */
const repeatedSqlStates: readonly (string | undefined)[] = ['40001', '40P01']

const maxAttempts = 20

const maxDelayMs = 250

/** Runs `run` again while the database rolls it back because of concurrent transactions: at most 20 times, after random delays of up to 250 ms. */
export async function repeatOnConflict<T>(run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await run()
    } catch (error) {
      if (attempt === maxAttempts || !isRepeatable(error)) throw error
      await delay(Math.random() * Math.min(maxDelayMs, 2 ** attempt))
    }
}

function isRepeatable(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailableError ? error.cause : error
  return repeatedSqlStates.includes(errorCode(cause))
}

/** Changes `db`, which is no other's, so that its transactions are repeated. */
export function withRepeatedTransactions(db: Queryable): Queryable {
  const begin = db.transaction.bind(db)
  return Object.assign(db, {
    transaction: () => {
      const builder = begin()
      const execute = builder.execute.bind(builder)
      return Object.assign(builder, {
        execute: <T>(run: (tx: Transaction<Tables>) => Promise<T>) => repeatOnConflict(() => execute(run)),
      })
    },
  })
}
