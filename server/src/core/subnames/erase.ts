import { normalizeName, splitName } from '../../ens/name.ts'
import { AppError } from '../../errors.ts'
import { deleteClaimsOfLabel } from '../../store/entities/claims.ts'
import { decrementSubnameCount, findDomain, findDomainById } from '../../store/entities/domains.ts'
import { appendEvents, eraseEvents } from '../../store/entities/event-log.ts'
import { freeClaimedTokens } from '../../store/entities/quotas.ts'
import { deleteSubname, findSubname } from '../../store/entities/subnames.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { subnameEvent } from '../events/entity-events.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'

export interface ErasedName {
  readonly chainId: number
  readonly name: string
  /** Events whose changes and signers were emptied. */
  readonly events: number
  /** Whether the name still existed. */
  readonly isRemoved: boolean
}

/**
 * Removes a name with its records, and empties its events: type, time and name stay. Backups keep what they have.
 *
 * @throws AppError `UnsupportedChainException`, `InvalidNameException`, `SubnameNotFoundException` without the name and
 * without events of it.
 */
export async function eraseName(
  context: CoreContext,
  input: { readonly chainId: number; readonly name: string },
): Promise<ErasedName> {
  const chainId = requireSupportedChain(input.chainId)
  const name = normalizeName(input.name)
  return context.store.transaction(async (tx) => {
    const subname = await findSubname(tx, chainId, name)
    const deleted = subname && (await deleteSubname(tx, subname))
    const events = await eraseEvents(tx, { chainId, name })
    const claimIds = await eraseClaims(tx, chainId, name)
    await freeClaimedTokens(tx, [...claimIds, ...(deleted ? [deleted.id] : [])])
    if (deleted) {
      await decrementSubnameCount(tx, deleted)
      const domain = await findDomainById(tx, deleted.domainId, { includeDeleted: true })
      const workspaceId = domain?.workspaceId ?? null
      await appendEvents(tx, subnameEvent(context, { type: 'subname.erased', subname: deleted, workspaceId }))
    }
    if (!deleted && events === 0)
      throw new AppError(
        'SubnameNotFoundException',
        `There is nothing to erase of ${name} on chain ${chainId}.`,
      )
    return { chainId, name, events, isRemoved: deleted !== undefined }
  })
}

/** Pending and decided ones, which have the claimant's address. */
async function eraseClaims(tx: StoreTransaction, chainId: number, name: string): Promise<readonly string[]> {
  const { label, domain: domainName } = splitName(name)
  const domain = await findDomain(tx, chainId, domainName, { includeDeleted: true })
  return domain ? deleteClaimsOfLabel(tx, domain, label) : []
}
