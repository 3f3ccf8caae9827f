import { toHex } from '../../ens/hex.ts'
import { parseDomain } from '../../ens/name.ts'
import { namehash } from '../../ens/namehash.ts'
import { emptyRecords } from '../../ens/records.ts'
import { AppError } from '../../errors.ts'
import { holdBlocks } from '../../store/blocks.ts'
import { type Domain, findDomain, insertDomain, unlimitedPlan } from '../../store/domains.ts'
import { attempt } from '../attempt.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { authorizeWorkspace } from '../credentials/authorize-domain.ts'
import { newId } from '../new-id.ts'
import { getResolver } from '../resolvers/get.ts'
import { supportedChain } from '../supported-chain.ts'
import { requireWorkspace } from '../workspaces/require-workspace.ts'
import { assertNotBelowBlocked } from './assert-not-below-blocked.ts'
import { proveControl } from './prove-control.ts'
import { refreshEach } from './refresh-resolvers.ts'
import { onboardedMeanwhile, type ReonboardDomain, reonboardDomain } from './reonboard.ts'
import { spendProof } from './spend-proof.ts'

export interface OnboardDomain {
  readonly caller: Caller
  readonly workspaceId: string
  readonly resolverId: string
  /** The domain, on the chain of its resolver. */
  readonly name: string
}

/**
 * Onboards a domain: from then on its workspace issues subnames under it and the gateway answers for them. Rules in
 * order: the key may write to the workspace, the resolver exists, no domain above it is blocked, the caller proves on
 * chain that the domain uses the resolver and that they control it (`proveControl`), and no other workspace is entitled to
 * it (`reonboardDomain`).
 *
 * @throws AppError `InvalidNameException`, `InvalidApiKeyException`, `ForbiddenException`,
 * `WorkspaceNotFoundException`, `OffchainResolverNotFoundException`, those of `proveControl`,
 * `EnsAlreadyExistsException`, `DomainBlockedException`, and upstream failures.
 */
export async function onboardDomain(context: CoreContext, input: OnboardDomain): Promise<Domain> {
  const { caller, workspaceId } = input
  const name = parseDomain(input.name)
  authorizeWorkspace(caller, workspaceId, 'domains:write')
  await requireWorkspace(context, workspaceId)
  const resolver = await getResolver(context, input.resolverId)
  const chainId = supportedChain(resolver.chainId)
  const stored = await findDomain(context.store.db, chainId, name, { includeDeleted: true })
  const allowedOrigins = stored?.allowedOrigins ?? null
  await assertNotBelowBlocked(context.store.db, chainId, name)
  const proof = await proveControl(context, { caller, name, workspaceId, resolver, allowedOrigins })
  const now = context.clock()
  const wanted: Domain = {
    id: newId(),
    workspaceId,
    resolverId: resolver.id,
    chainId,
    name,
    node: toHex(namehash(name)),
    userChosenLimit: null,
    isBlocked: false,
    subnameCount: 0,
    claimedCount: 0,
    allowedOrigins: null,
    onchainResolver: resolver.address,
    controller: proof?.controller ?? null,
    plan: unlimitedPlan,
    records: emptyRecords,
    version: 1,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  }
  const onboarded = await save(context, { caller, stored, wanted, bound: proof?.bound ?? null })
  return context.rules.verifyDomainControl ? onboarded : seenOnChain(context, onboarded)
}

async function save(
  context: CoreContext,
  { stored, ...onboarding }: Omit<ReonboardDomain, 'stored'> & { readonly stored: Domain | undefined },
): Promise<Domain> {
  if (stored) return reonboardDomain(context, { ...onboarding, stored })
  const { wanted, bound } = onboarding
  const isInserted = await context.store.transaction(async (transaction) => {
    await holdBlocks(transaction)
    await assertNotBelowBlocked(transaction, wanted.chainId, wanted.name)
    if (!(await insertDomain(transaction, wanted))) return false
    await spendProof(transaction, bound, wanted.createdAt)
    return true
  })
  if (isInserted) return wanted
  throw onboardedMeanwhile(wanted)
}

/** The domain with the resolver that it has on chain; as it is when the chain cannot be read now. */
async function seenOnChain(context: CoreContext, domain: Domain): Promise<Domain> {
  const chainId = supportedChain(domain.chainId)
  if (!context.chains.has(chainId)) return domain
  const changed = await attempt(() => refreshEach(context, chainId, [domain]))
  return changed instanceof AppError ? domain : (changed[0] ?? domain)
}
