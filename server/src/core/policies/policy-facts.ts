import type { Address } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { joinName } from '../../ens/name.ts'
import { hashSkeleton, skeletonOf } from '../../ens/skeleton.ts'
import type { Domain } from '../../model/domain.ts'
import type { PolicySettings } from '../../model/policy.ts'
import type { PolicyFacts } from '../../policy/evaluate.ts'
import { countPendingClaims, findPendingLabels } from '../../store/entities/claims.ts'
import { findPolicyLabels } from '../../store/entities/policies.ts'
import {
  countNamesOfHolder,
  findLabelsBySkeleton,
  findRemovalTime,
  isAllowedAddress,
} from '../../store/entities/policy-facts.ts'
import type { Queryable } from '../../store/tables.ts'

interface FactsQuery {
  readonly domain: Domain
  /** Normalized. */
  readonly label: string
  /** Absent: rules about wallets do not refuse. */
  readonly address?: Address | undefined
}

/** What the database knows, as far as rules of the policy read it. */
export async function readPolicyFacts(
  db: Queryable,
  policy: PolicySettings,
  { domain, label, address }: FactsQuery,
): Promise<PolicyFacts> {
  const skeleton = skeletonOf(label)
  const hash = hashSkeleton(skeleton)
  const listed = await findPolicyLabels(db, { key: domain.key, label, skeleton: hash })
  const reserved = listed.filter(({ list }) => list === 'reservedLabels').map((row) => row.label)
  const isReserved = reserved.includes(label)
  const looksReserved = !isReserved && reserved.some((other) => skeletonOf(other) === skeleton)
  const pending = await findPendingLabels(db, domain, [hash])
  const issued = policy.refuseLookalikes ? await findLabelsBySkeleton(db, domain, hash) : []
  const similar = [...issued, ...pending]
  const existing = similar.find((other) => other !== label && skeletonOf(other) === skeleton)
  const removedAt =
    policy.waitingDays > 0
      ? await findRemovalTime(db, { chainId: domain.chainId, name: joinName(label, domain.name) })
      : undefined
  return {
    isBlocked: listed.some(({ list }) => list === 'blockedLabels'),
    isReserved,
    isPending: pending.includes(label),
    lookalike: existing === undefined ? (looksReserved ? 'reserved' : undefined) : { label: existing },
    removedAt,
    ...(address && (await readWalletFacts(db, policy, domain, address))),
  }
}

async function readWalletFacts(
  db: Queryable,
  { namesPerWallet, isAllowListed }: PolicySettings,
  domain: Domain,
  address: Address,
): Promise<PolicyFacts> {
  const wallet = lowerCaseHex(address)
  return {
    ...(namesPerWallet !== null && {
      namesOfWallet:
        (await countNamesOfHolder(db, domain, wallet, namesPerWallet)) +
        (await countPendingClaims(db, domain, { claimant: wallet, limit: namesPerWallet })),
    }),
    ...(isAllowListed && { isAllowListed: await isAllowedAddress(db, domain, wallet) }),
  }
}
