import type { Address, Hex } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import { joinName } from '../../ens/name.ts'
import { hashSkeleton, skeletonOf } from '../../ens/skeleton.ts'
import type { Domain } from '../../model/domain.ts'
import type { PolicySettings } from '../../model/policy.ts'
import type { Lookalike, PolicyFacts } from '../../policy/evaluate.ts'
import { isAllowedAddress } from '../../store/entities/allowed-addresses.ts'
import { countPendingClaims, findPendingLabels } from '../../store/entities/claims.ts'
import {
  findLabelsBySkeleton,
  findListedLabels,
  findRemovalTimes,
  type ListedLabel,
} from '../../store/entities/policy-facts.ts'
import { countNamesOfWallet } from '../../store/entities/quotas.ts'
import type { Queryable } from '../../store/tables.ts'

type LabelFacts = Pick<PolicyFacts, 'isBlocked' | 'isReserved' | 'isPending' | 'lookalike' | 'removedAt'>

/** What the database knows of these labels, as far as rules of the policy read it. */
export async function readLabelFacts(
  db: Queryable,
  policy: PolicySettings,
  domain: Domain,
  labels: readonly string[],
): Promise<(label: string) => LabelFacts> {
  const hashes = [...new Set(labels.map((label) => hashSkeleton(skeletonOf(label))))]
  const listed = await findListedLabels(db, domain, hashes)
  const pending = await findPendingLabels(db, domain, hashes)
  const issued = policy.refuseLookalikes ? await findLabelsBySkeleton(db, domain, hashes) : []
  const toName = (label: string) => joinName(label, domain.name)
  const removals =
    policy.waitingDays > 0 ? await findRemovalTimes(db, domain.chainId, labels.map(toName)) : undefined
  const lookalikes = groupBySkeleton([
    ...[...issued, ...pending].map((label) => ({ label, lookalike: { name: toName(label) } })),
    ...listed.map(({ label, list }) => ({ label, lookalike: list })),
  ])
  const isListed = (list: ListedLabel['list'], label: string) =>
    listed.some((row) => row.list === list && row.label === label)
  return (label) => {
    const isReserved = isListed('reservedLabels', label)
    const others = (lookalikes.get(skeletonOf(label)) ?? []).filter((other) => other.label !== label)
    // What was invited may look like its reserved neighbours.
    const lookalike = others.find((other) => !isReserved || typeof other.lookalike === 'object')?.lookalike
    return {
      isBlocked: isListed('blockedLabels', label),
      isReserved,
      isPending: pending.includes(label),
      lookalike,
      removedAt: removals?.get(toName(label)),
    }
  }
}

function groupBySkeleton(entries: readonly { readonly label: string; readonly lookalike: Lookalike }[]) {
  return Map.groupBy(entries, ({ label }) => skeletonOf(label))
}

/** The holder of a name that is issued; the zero address holds none. */
export async function readWalletFacts(
  db: Queryable,
  { namesPerWallet, isAllowListed }: PolicySettings,
  domain: Domain,
  address: Address,
): Promise<Pick<PolicyFacts, 'namesOfWallet' | 'isAllowListed'>> {
  const wallet: Hex = lowerCaseHex(address)
  return {
    ...(namesPerWallet !== null && {
      namesOfWallet:
        (await countNamesOfWallet(db, domain, wallet, namesPerWallet)) +
        (await countPendingClaims(db, domain, { claimant: wallet, limit: namesPerWallet })),
    }),
    ...(isAllowListed && { isAllowListed: await isAllowedAddress(db, domain, wallet) }),
  }
}
