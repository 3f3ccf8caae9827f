import type { Domain } from '../../model/domain.ts'
import type { NewEvent } from '../../model/event.ts'
import type { CreateSubnameOutcome, Subname } from '../../model/subname.ts'
import type { StoreTransaction } from '../tables.ts'
import { incrementSubnameCount } from './domains.ts'
import { appendEvents } from './event-log.ts'
import { insertSubname } from './subnames.ts'

/** `Store.createSubname` within a transaction, which must be rolled back with the outcome `no-capacity`. */
export async function insertCountedSubname(
  tx: StoreTransaction,
  subname: Subname,
  { workspaceId, policyVersion }: Pick<Domain, 'workspaceId' | 'policyVersion'>,
  event: NewEvent,
): Promise<CreateSubnameOutcome> {
  if (!(await insertSubname(tx, subname, { policyVersion }))) return 'taken'
  await appendEvents(tx, event)
  return (await incrementSubnameCount(tx, { ...subname, workspaceId, policyVersion }))
    ? 'issued'
    : 'no-capacity'
}
