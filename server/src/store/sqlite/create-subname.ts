import type { Domain } from '../../model/domain.ts'
import type { NewEvent } from '../../model/event.ts'
import type { CreateSubnameOutcome, Subname } from '../../model/subname.ts'
import { insertCountedSubname } from '../entities/insert-counted-subname.ts'
import type { StoreWriter } from '../tables.ts'

const noCapacity = new Error('The domain has no capacity for another subname.')

/** SQLite has no statement that writes several tables, and needs no round trips. */
export async function createSubnameInSqlite(
  writer: StoreWriter,
  subname: Subname,
  domain: Pick<Domain, 'workspaceId' | 'policyVersion'>,
  event: NewEvent,
): Promise<CreateSubnameOutcome> {
  try {
    return await writer.transaction(async (tx) => {
      const outcome = await insertCountedSubname(tx, subname, domain, event)
      if (outcome === 'no-capacity') throw noCapacity
      return outcome
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
