import type { Address, Hex } from 'viem'
import { lowerCaseHex } from '../../crypto/hex.ts'
import type { Label } from '../../ens/names.ts'
import { skeletonOf } from '../../ens/skeleton.ts'
import type { PlannedNames } from '../../listings/import-plan.ts'
import type { Domain } from '../../model/domain.ts'
import type { Subname } from '../../model/subname.ts'
import { lockPolicyOfDomain } from '../../store/entities/policies.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { CoreContext } from '../context.ts'
import {
  assertNotRefused,
  evaluateRequest,
  findBindingPolicy,
  hasWallet,
  readLabelFacts,
  readWalletFacts,
} from './assert-policy.ts'

export interface BatchCreation {
  readonly action: 'issue' | 'invite'
  readonly label: Label
  readonly address?: Address | undefined
}

/** The policy of a domain, for names that one transaction issues one after the other. */
export interface BatchPolicy {
  /** @throws PolicyRefusedError */
  readonly assertAllowed: (creation: BatchCreation) => void
  /** What an item has done to its name. A name that is revoked still counts in this transaction. */
  readonly record: (before: Subname | undefined, after: Subname | undefined) => void
}

/**
 * `undefined`: it does not bind keys. Excludes others that issue names by the policy until the transaction ends. Names that are planned
 * count as if they were issued.
 */
export async function openBatchPolicy(
  context: CoreContext,
  tx: StoreTransaction,
  domain: Domain,
  creations: readonly BatchCreation[],
  planned?: PlannedNames,
): Promise<BatchPolicy | undefined> {
  if (creations.length === 0) return undefined
  const policy = await findBindingPolicy(tx, { action: 'issue', domain })
  if (!policy) return undefined
  await lockPolicyOfDomain(tx, domain)
  const labels = creations.map(({ label }) => label)
  const factsOf = await readLabelFacts(context, tx, policy, { domain, labels })
  const names = new Map<Hex, number>()
  const wallets = new Set(creations.filter(hasWallet).map(({ address }) => address))
  for (const address of policy.namesPerWallet === null ? [] : wallets)
    names.set(lowerCaseHex(address), (await readWalletFacts(tx, policy, domain, address)).namesOfWallet ?? 0)
  const count = (address: Hex, more: number) => {
    const holder = lowerCaseHex(address)
    names.set(holder, (names.get(holder) ?? 0) + more)
  }
  for (const { address, names: more } of planned?.holders ?? []) count(address, more)
  const created = new Map(planned?.labels.map((label) => [skeletonOf(label), label]))
  const revokedAt = new Map<string, number>()
  return {
    assertAllowed: (creation) => {
      const { action, label, address } = creation
      const facts = factsOf(label)
      const twin = created.get(skeletonOf(label))
      assertNotRefused(
        evaluateRequest(
          context,
          policy,
          { action, domain, label },
          {
            ...facts,
            ...(twin !== undefined && twin !== label && { lookalike: { name: `${twin}.${domain.name}` } }),
            removedAt: revokedAt.get(label) ?? facts.removedAt,
            ...(address && hasWallet(creation) && { namesOfWallet: names.get(lowerCaseHex(address)) ?? 0 }),
          },
        ),
      )
    },
    record: (before, after) => {
      if (before && !after) revokedAt.set(before.label, context.clock())
      if (!after || after.id === before?.id) return
      created.set(skeletonOf(after.label), after.label)
      count(after.holder, 1)
      // Another name in its place.
      if (before) count(before.holder, -1)
    },
  }
}
