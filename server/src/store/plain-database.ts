import type { Kysely, Transaction } from 'kysely'
import { ColumnCodecPlugin } from './driver/column-codec.ts'
import { columnEncodings, type Queryable, type StoreTransaction } from './tables.ts'

/** The table that is read and written without the codec, because it shows whether there are others. */
export interface PlainTables {
  migrations: { readonly name: string; readonly applied_at: number }
}

/** The database with undecoded columns: for migrations and copies, whose columns are those of their time. */
export type PlainDatabase = Kysely<PlainTables>

export type PlainTransaction = Transaction<PlainTables>

const codec = new ColumnCodecPlugin(columnEncodings)

/** The same connections, with the names and values of entities. */
export function withColumnCodec(db: PlainDatabase): Queryable {
  return db.withPlugin(codec).$extendTables()
}

/** The same transaction, with the names and values of entities. */
export function withColumnCodecInTransaction(tx: PlainTransaction): StoreTransaction {
  return tx.withPlugin(codec).$extendTables()
}
