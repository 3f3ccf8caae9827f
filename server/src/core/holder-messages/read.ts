import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import type { MessageOfName } from '../../model/holder-message.ts'
import { findHeldNames, selectMessagesOfNames } from '../../store/entities/holder-messages.ts'
import { assertDomainAccess } from '../auth/access.ts'
import type { Caller, CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/rules.ts'
import { requireSubname } from '../subnames/rules.ts'

interface NameOfCaller {
  readonly caller: Caller
  readonly chainId: ChainId
  readonly name: EnsName
}

/**
 * What was left for the holder of a name and for its former ones, the newest first, for the workspace of the domain alone; at most
 * `maxMessagesOfName` and those of former holders.
 *
 * @throws AppError `SubnameNotFoundException`.
 */
export async function readMessagesOfName(
  context: CoreContext,
  { caller, chainId, name }: NameOfCaller,
): Promise<readonly MessageOfName[]> {
  const { subname, domain } = await requireSubname(context, chainId, name)
  assertDomainAccess(caller, domain)
  assertNotBlocked(domain)
  const { db } = context.store
  const [found] = await findHeldNames(db, domain, [subname.label])
  if (!found) return []
  const now = context.clock()
  return (await selectMessagesOfNames(db, [found.key])).filter(({ expiresAt }) => expiresAt > now)
}
