import { canManageName } from '../../chain/name-ownership.ts'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { AppError } from '../../errors.ts'
import type { ConsumedMessage } from '../../model/consumed-message.ts'
import type { Domain, NewDomain } from '../../model/domain.ts'
import { chainClientOf } from '../../rpc/chain-clients.ts'
import { lockDomain, reassignDomain } from '../../store/entities/domain-changes.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { isAdministrator } from '../auth/assert-access.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { domainEvents } from '../events/entity-events.ts'
import { requireSupportedChain } from '../require-supported-chain.ts'
import { consumeProof } from './consume-proof.ts'
import { assertNotBlocked } from './require-domain.ts'

export interface ReonboardDomain {
  readonly caller: Caller
  readonly stored: Domain
  /** `controller` is `null` without a proof. */
  readonly requested: NewDomain
  /** `null` for a plain sign-in message. */
  readonly boundMessage: ConsumedMessage | null
}

/**
 * Onboards a stored domain again. It keeps its subnames, limit, plan, records and blocked flag, and gets the workspace
 * and resolver of `requested`:
 *
 * - a deleted domain: for its last workspace, with a proof of control, or with an admin key;
 * - a domain of another workspace (a takeover): with a proof of control, unless the controller proven there still
 *   controls it; then both workspaces must agree, or that controller signs a message that names the workspace.
 *
 * Restoring a blocked domain needs an admin key.
 */
export async function reonboardDomain(context: CoreContext, input: ReonboardDomain): Promise<Domain> {
  const { stored, requested, boundMessage } = input
  await assertCanReonboard(context, input)
  const isTakeover = stored.workspaceId !== requested.workspaceId
  const controller = requested.controller ?? (isTakeover ? null : stored.controller)
  const domain = await context.store.transaction(async (transaction) => {
    const before = await lockDomain(transaction, stored.id)
    const changed = await reassignDomain(transaction, stored, { ...requested, controller })
    if (!(before && changed)) return undefined
    await consumeProof(transaction, boundMessage, requested.updatedAt)
    const type = stored.deletedAt === null ? 'domain.moved' : 'domain.restored'
    await appendEvents(transaction, ...domainEvents(context, { type, before, after: changed }))
    return changed
  })
  if (domain) return domain
  throw concurrentChangeError(requested)
}

/** For a request that lost a race. */
export function concurrentChangeError({ name, chainId }: Pick<Domain, 'name' | 'chainId'>) {
  return domainAlreadyExists(
    `${name} on chain ${chainId} was changed by another request at the same time. Retry.`,
  )
}

async function assertCanReonboard(
  context: CoreContext,
  { caller, stored, requested, boundMessage }: ReonboardDomain,
): Promise<void> {
  const { name, chainId } = stored
  const isOwn = stored.workspaceId === requested.workspaceId
  if (stored.deletedAt === null && (isOwn || requested.controller === null))
    throw domainAlreadyExists(`${name} is onboarded on chain ${chainId} already.`)
  if (isAdministrator(caller)) return
  assertNotBlocked(stored)
  if (isOwn) return
  if (requested.controller === null)
    throw domainAlreadyExists(
      `Another workspace deleted ${name} on chain ${chainId} and owns the names below it. Ask the operator to purge ` +
        'the domain or to transfer it.',
    )
  const isBySameController = boundMessage !== null && stored.controller === requested.controller
  if (stored.deletedAt === null && !isBySameController) await assertControllerLostControl(context, stored)
}

/** Passes without a proven controller; otherwise reads the chain. */
async function assertControllerLostControl(
  { chains }: CoreContext,
  { chainId, name, controller }: Domain,
): Promise<void> {
  const chain = chainClientOf(chains, requireSupportedChain(chainId))
  if (controller === null || !(await canManageName(chain, name, controller))) return
  throw domainAlreadyExists(
    `Another workspace onboarded ${name} on chain ${chainId} for ${checksumAddress(controller)}, which still controls ` +
      `it; let that address sign a message of POST /byname/v1/domains/${name}/challenges, which names the domain and your ` +
      'workspace, or move it with POST /ens/v1/ens/update-workspace-id and a key of each workspace.',
  )
}

function domainAlreadyExists(message: string) {
  return new AppError('EnsAlreadyExistsException', message)
}
