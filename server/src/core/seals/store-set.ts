import type { Hex } from 'viem'
import { fromHex } from '../../crypto/hex.ts'
import type { ChainId } from '../../ens/chains.ts'
import type { EnsName } from '../../ens/names.ts'
import { AppError } from '../../errors.ts'
import { decodeSignedSets } from '../../gateway/signed-sets.ts'
import type { SealedSet } from '../../model/seal.ts'
import { findSealedSet, writeSealedSet } from '../../store/entities/seals.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/rules.ts'
import { updateRecords } from '../subnames/change.ts'
import { requireSubname } from '../subnames/rules.ts'
import { chargeWrite } from '../write-budgets.ts'
import { sealStateOf } from './describe-seal.ts'
import type { KnownSeal } from './find-seals.ts'
import { assertSignedByHolder, openSignedSet } from './open-set.ts'
import type { SealableName } from './read-set.ts'

interface StoreSealedSet {
  readonly chainId: ChainId
  readonly name: EnsName
  /** Signed sets, as the contract is answered. */
  readonly response: Hex
}

/**
 * Keeps what the holder of a sealed name has signed, in place of its records. The signature is the right to do so: nothing else is
 * asked for. Rules in order: the name exists, its domain is not blocked, it is claimed, the response is well-formed, its records are
 * valid, it ends within two years, the name is sealed on chain now, the numbers are greater than those of the stored set of this
 * holder, the contract answers from it.
 */
export async function storeSealedSet(
  context: CoreContext,
  { chainId, name, response: written }: StoreSealedSet,
): Promise<SealableName> {
  const details = await requireSubname(context, chainId, name)
  const { subname, domain, resolver } = details
  assertNotBlocked(domain)
  if (!subname.isClaimed)
    throw new AppError('NotClaimedException', `${name} is only reserved. Claim it with what is signed.`)
  const signed = await openSignedSet(context, { resolver, name, response: written })
  const { seal, set, records } = signed
  const { holder, kind } = seal
  assertNewer(name, seal, set, await findSealedSet(context.store.db, subname))
  await assertSignedByHolder(context, { resolver, name }, signed)
  const bytes = set.response.length
  await chargeWrite(context, { wallet: holder, name: subname, domainId: domain.id, bytes })
  const updated = await updateRecords(context, {
    subname,
    isSignedByHolder: true,
    change: () => records,
    ...(kind === 'account' && holder !== subname.holder && { newHolder: holder }),
    inSameTransaction: async (tx) => {
      assertNewer(name, seal, set, await findSealedSet(tx, subname))
      await writeSealedSet(tx, subname, set)
    },
  })
  return { ...details, subname: updated, seal: { holder, kind, set, state: sealStateOf(context, set) } }
}

/** By the numbers of set, delegation and delegated set, in this order. A set of another holder, or before a change of the seal, counts no more. */
function assertNewer(name: EnsName, seal: KnownSeal, next: SealedSet, stored: SealedSet | undefined): void {
  if (!stored || stored.holder !== seal.holder || stored.sequence < seal.sequence) return
  const before = numbersOf(stored)
  const after = numbersOf(next)
  const index = before.findIndex((number, at) => number !== after[at])
  if (index >= 0 && (after[index] ?? 0n) > (before[index] ?? 0n)) return
  throw new AppError(
    'SequenceTooLowException',
    `response: ${name} has a set with the number ${stored.sequence} already. Sign one with a greater number.`,
  )
}

function numbersOf({ response }: Pick<SealedSet, 'response'>): readonly bigint[] {
  const { set, delegated } = decodeSignedSets(fromHex(response))
  return [set.sequence, delegated?.delegation.sequence ?? -1n, delegated?.sequence ?? -1n]
}
