import type { Hex } from 'viem'
import { joinName } from '../../ens/name.ts'
import { recordsByteLength } from '../../ens/record-sizes.ts'
import type { RecordInput } from '../../ens/records.ts'
import { hashSkeleton, skeletonOf } from '../../ens/skeleton.ts'
import { AppError, PolicyRefusedError } from '../../errors.ts'
import type { NewClaim } from '../../model/claim.ts'
import type { Domain } from '../../model/domain.ts'
import { countPendingClaims, insertClaim, lockClaims } from '../../store/entities/claims.ts'
import type { DomainLabel } from '../../store/entities/domain-label.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { findSubname } from '../../store/entities/subnames.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import { claimEvent } from '../events/entity-events.ts'
import { newId } from '../new-id.ts'
import { issuedContent } from '../subnames/add.ts'
import { policyChangedError, subnameAlreadyExists } from '../subnames/create-subname.ts'
import { requireWritableDomain } from '../subnames/require-writable-domain.ts'
import { chargeWrite } from '../write-budget/charge.ts'
import { type ClaimDetails, toClaimDetails } from './require-claim.ts'

const claimLifetimeMs = 30 * 86_400_000

/** Wallets cost nothing, so the bytes that they make us store are few. */
const maxPendingClaims = 10_000
const maxPendingClaimsPerWallet = 10
const maxRecordBytes = 4096

interface RequestedClaim {
  readonly records: RecordInput
  readonly claimant: Hex
}

/** Stores a claim, which holds its label until it is decided or expires. `check` runs first in the transaction. */
export async function requestApproval(
  context: CoreContext,
  { domain, label }: Pick<DomainLabel, 'domain' | 'label'>,
  { records: input, claimant }: RequestedClaim,
  check: (tx: StoreTransaction, claimId: string) => Promise<void>,
): Promise<ClaimDetails> {
  const { records: limits } = context.rules.limits
  const { records } = issuedContent(input, claimant, {
    ...limits,
    total: Math.min(limits.total, maxRecordBytes),
  })
  const now = context.clock()
  const newClaim: NewClaim = {
    id: newId(),
    domainKey: domain.key,
    label,
    skeleton: hashSkeleton(skeletonOf(label)),
    claimant,
    records,
    createdAt: now,
    expiresAt: now + claimLifetimeMs,
  }
  await chargeWrite(context, {
    wallet: claimant,
    name: { chainId: domain.chainId, name: joinName(label, domain.name) },
    domainId: domain.id,
    bytes: recordsByteLength(records),
  })
  const claim = await context.store.db.transaction().execute(async (tx) => {
    await check(tx, newClaim.id)
    await assertUnchanged(tx, domain, label)
    await assertRoomFor(tx, domain, claimant)
    const inserted = await insertClaim(tx, newClaim)
    if (!inserted)
      throw new PolicyRefusedError(
        `A claim of ${joinName(label, domain.name)} waits for approval.`,
        'pending',
      )
    const change = { domain, claim: inserted, before: null, after: 'pending' } as const
    await appendEvents(tx, claimEvent(context, { type: 'claim.requested', ...change }))
    return inserted
  })
  return toClaimDetails(domain, claim)
}

/** The domain is writable under the policy that was checked, and the label is still free. */
async function assertUnchanged(tx: StoreTransaction, domain: Domain, label: string): Promise<void> {
  const name = joinName(label, domain.name)
  const current = await requireWritableDomain(tx, { domainId: domain.id, name })
  if (current.policyVersion !== domain.policyVersion) throw policyChangedError(domain)
  if (await findSubname(tx, domain.chainId, name)) throw subnameAlreadyExists(name)
}

async function assertRoomFor(tx: StoreTransaction, domain: Domain, claimant: Hex): Promise<void> {
  await lockClaims(tx, domain)
  if ((await countPendingClaims(tx, domain, { limit: maxPendingClaims })) >= maxPendingClaims)
    throw new AppError(
      'LimitReachedException',
      `${maxPendingClaims} claims of ${domain.name} wait for approval.`,
    )
  const ofWallet = { claimant, limit: maxPendingClaimsPerWallet }
  if ((await countPendingClaims(tx, domain, ofWallet)) >= maxPendingClaimsPerWallet)
    throw new AppError(
      'LimitReachedException',
      `${maxPendingClaimsPerWallet} claims of this wallet wait for approval by the owner of ${domain.name}.`,
    )
}
