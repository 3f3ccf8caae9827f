import { takeSubnameSlot } from '../domains.ts'
import type { Issuing } from '../issue-subname.ts'
import type { Store } from '../open.ts'
import type { Subname } from '../subname-row.ts'
import { insertSubname } from '../subnames.ts'

const noPlace = new Error('The domain has no place for another subname.')

/** A transaction, because SQLite has no statement that writes to several tables; nothing is sent anywhere for each step. */
export const issueInSqlite = async (
  store: Store,
  subname: Subname,
  workspaceId: string,
): Promise<Issuing> => {
  try {
    return await store.transaction(async (tx) => {
      if (!(await insertSubname(tx, subname))) return 'taken'
      if (!(await takeSubnameSlot(tx, { ...subname, workspaceId }))) throw noPlace
      return 'issued'
    })
  } catch (error) {
    if (error === noPlace || isOfPurgedDomain(error)) return 'no place'
    throw error
  }
}

const isOfPurgedDomain = (error: unknown): boolean =>
  error instanceof Error && error.message.includes('FOREIGN KEY constraint failed')
