import { dialectOf } from '../../../src/store/driver/sql-dialect.ts'
import type { TurnQueue } from '../../../src/store/driver/turn-queue.ts'
import { createSubnameInTransaction } from '../../../src/store/entities/create-subname.ts'
import type { Store } from '../../../src/store/store.ts'
import { createSubnameGroups } from '../../../src/store/subname-groups.ts'
import type { Queryable, StoreWriter } from '../../../src/store/tables.ts'

/** A store that records its statements: each as its SQL, and each transaction as one. */
export interface CountedStore {
  readonly store: Store
  readonly sent: string[]
}

/** The same store for one operation, whose statements are recorded; other users of the database are not. */
export function countStatements(store: Store): CountedStore {
  const sent: string[] = []
  const counted = <Db extends Queryable>(db: Db) => recordStatements(db, sent)
  const writer: StoreWriter = {
    transaction: (run) => {
      sent.push('transaction')
      return store.transaction(run)
    },
    statement: (run) => store.statement((db) => run(counted(db))),
  }
  const atOnce: TurnQueue = { run: (_subject, work) => work() }
  const createInGroup = createSubnameGroups(writer, dialectOf(store.db), { groups: atOnce, writes: atOnce })
  return {
    sent,
    store: {
      ...store,
      ...writer,
      inTurn: (subject) => ({
        transaction: (run) => {
          sent.push('transaction')
          return store.inTurn(subject).transaction(run)
        },
        plainTransaction: (run) => {
          sent.push('transaction')
          return store.inTurn(subject).plainTransaction(run)
        },
        plainStatement: (run) => store.inTurn(subject).plainStatement((db) => run(counted(db))),
      }),
      db: counted(store.db),
      read: counted(store.read),
      replica: counted(store.replica),
      createSubname: (subname, domain, event, check) =>
        check
          ? createSubnameInTransaction(writer, domain, { subname, event }, check)
          : createInGroup({ domain, subname, event }),
    },
  }
}

/** The connection with its own executor, which records each statement before it runs it. */
function recordStatements<Db extends Queryable>(db: Db, sent: string[]): Db {
  const recorded = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => result,
  })
  const executor = recorded.getExecutor()
  const executeQuery = executor.executeQuery.bind(executor)
  executor.executeQuery = (query, options) => {
    sent.push(query.sql)
    return executeQuery(query, options)
  }
  // The types of the connection do not depend on its executor.
  return recorded as Db
}
