import type { NewEvent } from '../../model/event.ts'
import type { CreateSubnameOutcome, Subname } from '../../model/subname.ts'
import { incrementSubnameCount } from '../entities/domains.ts'
import { appendEvents } from '../entities/event-log.ts'
import { insertSubname } from '../entities/subnames.ts'
import type { StoreWriter } from '../tables.ts'

const noCapacity = new Error('The domain has no capacity for another subname.')

/** SQLite has no statement that writes several tables, and needs no round trips. */
export async function createSubnameInSqlite(
  writer: StoreWriter,
  subname: Subname,
  workspaceId: string,
  event: NewEvent,
): Promise<CreateSubnameOutcome> {
  try {
    return await writer.transaction(async (tx) => {
      if (!(await insertSubname(tx, subname))) return 'taken'
      if (!(await incrementSubnameCount(tx, { ...subname, workspaceId }))) throw noCapacity
      await appendEvents(tx, event)
      return 'issued'
    })
  } catch (error) {
    if (error === noCapacity || isMissingDomain(error)) return 'no-capacity'
    throw error
  }
}

/** The domain was purged. */
function isMissingDomain(error: unknown): boolean {
  return error instanceof Error && /^(NOT NULL|FOREIGN KEY) constraint failed/.test(error.message)
}
