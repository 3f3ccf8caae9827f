import type { Kysely, Transaction } from 'kysely'
import { columnEncodings } from './column-encodings.ts'
import { ColumnCodecPlugin } from './driver/columns.ts'
import type { Queryable, StoreTransaction } from './tables.ts'

export interface PlainTables {
  migrations: { readonly name: string; readonly applied_at: number }
}

/** Raw columns, for migrations and copies that span versions. */
export type PlainDatabase = Kysely<PlainTables>

export type PlainTransaction = Transaction<PlainTables>

const codec = new ColumnCodecPlugin(columnEncodings)

export function withColumnCodec(db: PlainDatabase): Queryable {
  return db.withPlugin(codec).$extendTables()
}

export function withColumnCodecInTransaction(tx: PlainTransaction): StoreTransaction {
  return tx.withPlugin(codec).$extendTables()
}
