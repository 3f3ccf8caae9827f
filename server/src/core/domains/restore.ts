import { AppError } from '../../errors.ts'
import { restoreDomain as write } from '../../store/domain-changes.ts'
import { type Domain, findDomain } from '../../store/domains.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { isAdmin, requireKey } from '../credentials/authorize-domain.ts'
import { assertNotBlocked } from './require-domain.ts'

/**
 * Brings back the deleted domain that has the name of `wanted`, with its id, its subnames, its limit and its blocked
 * flag, and with the workspace and the resolver of `wanted`. Only an admin key brings it back for another workspace
 * than the one that deleted it, or while it is blocked: nobody comes into somebody else's names unawares.
 *
 * @throws AppError `EnsAlreadyExistsException` when the domain is in use or another workspace's,
 * `DomainBlockedException`.
 */
export async function restoreDomain(context: CoreContext, caller: Caller, wanted: Domain): Promise<Domain> {
  const { chainId, name, workspaceId } = wanted
  const deleted = await findDomain(context.store.db, chainId, name, { includeDeleted: true })
  if (!deleted?.deletedAt) throw alreadyExists(`${name} is onboarded on chain ${chainId} already.`)
  if (!isAdmin(requireKey(caller))) {
    if (deleted.workspaceId !== workspaceId)
      throw alreadyExists(
        `${name} on chain ${chainId} and the names below it were another workspace's, which deleted it; ask the ` +
          'operator to purge it or to hand it over.',
      )
    assertNotBlocked(deleted)
  }
  const restored = await context.store.transaction((tx) => write(tx, { ...wanted, id: deleted.id }))
  if (restored) return restored
  throw alreadyExists(`${name} is being onboarded on chain ${chainId} already.`)
}

const alreadyExists = (sentence: string) => new AppError('EnsAlreadyExistsException', sentence)
