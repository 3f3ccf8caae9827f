import { createGroups, type Groups } from '../../async/groups.ts'
import type { Queryable } from '../tables.ts'

/** Of a statement. */
const maxItems = 100

/** A frequent read that requests share which arrive together. */
export interface SharedRead<Item, Result> {
  /** Only items with the same key are read together. */
  readonly keyOf: (item: Item) => string
  /** The results of the items, in their order. */
  readonly read: (db: Queryable, items: readonly Item[]) => Promise<readonly Result[]>
}

const groupsOf = new WeakMap<Queryable, WeakMap<object, unknown>>()

/**
 * Reads by one statement with others of this round of the event loop, sent after the last of them has arrived, so that it
 * reads what each would read. In a transaction each reads alone.
 */
export async function readTogether<Item, Result>(
  db: Queryable,
  shared: SharedRead<Item, Result>,
  item: Item,
): Promise<Result> {
  if (!db.isTransaction) return openGroups(db, shared).add(shared.keyOf(item), item)
  const [result] = await shared.read(db, [item])
  // Safe: one for each item.
  return result as Result
}

/** Safe because the key is the read that they were opened for. */
function openGroups<Item, Result>(db: Queryable, shared: SharedRead<Item, Result>): Groups<Item, Result> {
  const ofDatabase = groupsOf.get(db) ?? new WeakMap<object, unknown>()
  groupsOf.set(db, ofDatabase)
  const opened = (ofDatabase.get(shared) as Groups<Item, Result> | undefined) ?? createReads(db, shared)
  ofDatabase.set(shared, opened)
  return opened
}

function createReads<Item, Result>(db: Queryable, { read }: SharedRead<Item, Result>): Groups<Item, Result> {
  return createGroups({
    run: async (items: readonly Item[]) =>
      (await read(db, items)).map((value): PromiseSettledResult<Result> => ({ status: 'fulfilled', value })),
    maxMembers: maxItems,
  })
}
