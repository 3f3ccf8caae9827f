import { chainOf } from '../../chain/chains.ts'
import { controls } from '../../chain/control.ts'
import { checksumAddress } from '../../ens/evm-address.ts'
import { AppError } from '../../errors.ts'
import { reassignDomain } from '../../store/domain-changes.ts'
import type { Domain } from '../../store/domains.ts'
import { appendEvent } from '../../store/events.ts'
import type { SpentMessage } from '../../store/spent-messages.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { isAdmin, requireKey } from '../credentials/authorize-domain.ts'
import { newId } from '../new-id.ts'
import { supportedChain } from '../supported-chain.ts'
import { assertNotBlocked } from './require-domain.ts'
import { spendProof } from './spend-proof.ts'

export interface ReonboardDomain {
  readonly caller: Caller
  /** As it is stored, deleted or in use. */
  readonly stored: Domain
  /** As the caller onboards it; `controller` is `null` where nothing was proven. */
  readonly wanted: Domain
  /** The message that proved `controller`, where it names this onboarding. */
  readonly bound: SpentMessage | null
}

/**
 * Onboards a domain that is stored already. It keeps its id, subnames, limit, plan, records and blocked flag, and gets
 * the workspace and resolver of `wanted`:
 *
 * - a deleted one, for the workspace that deleted it, for any workspace on a proof of control, and for an admin key;
 * - one of another workspace (a takeover), on a proof of control, unless the controller that this workspace proved still
 *   controls the domain: then both are entitled to it, and the two workspaces have to agree. The same controller may
 *   decide otherwise, with a message that names the workspace.
 *
 * A blocked domain only comes back by an admin key. A takeover leaves an event with the domain as it was.
 *
 * @throws AppError `EnsAlreadyExistsException`, also when the stored domain has changed since it was read;
 * `DomainBlockedException`; `ChallengeExpiredException` when a bound message was used before; and upstream failures.
 */
export async function reonboardDomain(context: CoreContext, input: ReonboardDomain): Promise<Domain> {
  const { stored, wanted, bound } = input
  await assertMayReonboard(context, input)
  const isTakeover = stored.workspaceId !== wanted.workspaceId
  const controller = wanted.controller ?? (isTakeover ? null : stored.controller)
  const domain = await context.store.transaction(async (transaction) => {
    const changed = await reassignDomain(transaction, stored, { ...wanted, controller })
    if (changed) await spendProof(transaction, bound, wanted.updatedAt)
    if (changed && isTakeover)
      await appendEvent(transaction, {
        id: newId(),
        type: 'domain.taken-over',
        chainId: stored.chainId,
        name: stored.name,
        domainId: stored.id,
        data: { before: stored, workspaceId: wanted.workspaceId, controller },
        createdAt: wanted.updatedAt,
      })
    return changed
  })
  if (domain) return domain
  throw onboardedMeanwhile(wanted)
}

/** For a request that lost a race: another one onboarded, moved, blocked or deleted the domain first. */
export const onboardedMeanwhile = ({ name, chainId }: Domain) =>
  alreadyExists(`${name} on chain ${chainId} was changed by another request at the same time; try again.`)

async function assertMayReonboard(
  context: CoreContext,
  { caller, stored, wanted, bound }: ReonboardDomain,
): Promise<void> {
  const { name, chainId } = stored
  const isOwn = stored.workspaceId === wanted.workspaceId
  if (stored.deletedAt === null && (isOwn || wanted.controller === null))
    throw alreadyExists(`${name} is onboarded on chain ${chainId} already.`)
  if (isAdmin(requireKey(caller))) return
  assertNotBlocked(stored)
  if (isOwn) return
  if (wanted.controller === null)
    throw alreadyExists(
      `Another workspace deleted ${name} on chain ${chainId} and owns the names below it; ask the operator to purge ` +
        'the domain or to hand it over.',
    )
  const isBySameController = bound !== null && stored.controller === wanted.controller
  if (stored.deletedAt === null && !isBySameController) await assertControllerIsGone(context, stored)
}

/** Requires that the controller which the domain's workspace proved, if any, no longer controls the domain on chain. */
async function assertControllerIsGone(
  { chains }: CoreContext,
  { chainId, name, controller }: Domain,
): Promise<void> {
  const chain = chainOf(chains, supportedChain(chainId))
  if (controller === null || !(await controls(chain, name, controller))) return
  throw alreadyExists(
    `Another workspace onboarded ${name} on chain ${chainId} for ${checksumAddress(controller)}, which still controls ` +
      `it; let that address sign a message of POST /byname/v1/domains/${name}/challenges, which names the domain and your ` +
      'workspace, or move it with POST /ens/v1/ens/update-workspace-id and a key of each workspace.',
  )
}

const alreadyExists = (sentence: string) => new AppError('EnsAlreadyExistsException', sentence)
