import { type Hex, keccak256, stringToBytes } from 'viem'
import { checksumAddress } from '../../crypto/evm-address.ts'
import { type EnsName, splitName } from '../../ens/names.ts'
import type { Records } from '../../ens/stored-records.ts'
import { AppError } from '../../errors.ts'
import type { ConsumedMessage } from '../../model/challenge.ts'
import type { SealedSet } from '../../model/seal.ts'
import { writeSealedSet } from '../../store/entities/seals.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import { clockSkewMs, consumeSignedMessage, maxSingleUseAgeMs } from '../auth/signed-message.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/rules.ts'
import { asWallet } from '../events/new-event.ts'
import { assertSignedByHolder, openSignedSet } from '../seals/open-set.ts'
import { assertAvailable } from '../subnames/add.ts'
import { updateRecords } from '../subnames/change.ts'
import { alreadyClaimedError, requireDomainLabel, type SubnameDetails } from '../subnames/rules.ts'
import { chargeWrite } from '../write-budgets.ts'
import { type ClaimName, type ClaimOutcome, claimFreeLabel } from './claim.ts'
import { findClaimLink } from './use-link.ts'

interface ClaimSealedName
  extends Pick<ClaimName, 'chainId' | 'invitation' | 'guesses' | 'tokenId' | 'countRequest' | 'askNode'> {
  readonly name: EnsName
  /** Signed sets, as the contract is answered. */
  readonly response: Hex
}

/**
 * Issues a sealed name to its holder by the first set that the holder signs, in place of a message: one signature claims the name
 * and gives it its records. A reservation is accepted, also one for another wallet, which cannot accept it any more. Rules in order:
 * the domain exists, is not blocked, the link is open and for this label, the set is one that `storeSealedSet` takes, its number is the
 * present time, the contract answers from it, then those of `claimName` from the label on; the set is unused. A claim that needs
 * approval keeps the records and not the set.
 */
export async function claimSealedName(
  context: CoreContext,
  { chainId, name, response, invitation: secret, guesses, ...claim }: ClaimSealedName,
): Promise<ClaimOutcome> {
  const target = await requireDomainLabel(context, { chainId, ...splitName(name) })
  const { domain, label, resolver, subname } = target
  assertNotBlocked(domain)
  const link = await findClaimLink(context, { domain, label, secret, guesses })
  const signed = await openSignedSet(context, { resolver, name, response })
  const { set, records, input } = signed
  const consumed = toConsumed(context, { chainId, name }, set)
  await assertSignedByHolder(context, { resolver, name }, signed)
  const signer = checksumAddress(set.holder)
  const asSigner = asWallet(context, signer)
  const consume = (tx: StoreTransaction) => consumeSignedMessage(context, tx, consumed)
  const chargeSet = () => {
    const { length: bytes } = set.response
    return chargeWrite(asSigner, { wallet: set.holder, name: { chainId, name }, domainId: domain.id, bytes })
  }
  if (subname && !subname.isClaimed) {
    await chargeSet()
    const details = await acceptSealed(asSigner, { ...target, subname }, { set, records, consume })
    return { state: 'issued', details }
  }
  assertAvailable(context, target)
  await chargeSet()
  return claimFreeLabel(asSigner, target, {
    ...claim,
    ...{ signer, link, consume, records: input },
    content: { records, holder: set.holder, isClaimed: true },
    onIssued: (tx, issued) => writeSealedSet(tx, issued, set),
  })
}

interface Acceptance {
  readonly set: SealedSet
  readonly records: Records
  readonly consume: (tx: StoreTransaction) => Promise<void>
}

/** As `acceptReservation`, with what is signed in the place of what was prepared. */
async function acceptSealed(
  context: CoreContext,
  details: SubnameDetails,
  { set, records, consume }: Acceptance,
): Promise<SubnameDetails> {
  const { subname, domain } = details
  await context.policies.assert(context, { action: 'accept', domain, label: subname.label })
  const accepted = await updateRecords(context, {
    subname,
    event: 'subname.accepted',
    claim: { holder: set.holder, claimedAt: context.clock() },
    isSignedByHolder: true,
    change: (current) => {
      if (current.isClaimed) throw alreadyClaimedError(current)
      return records
    },
    inSameTransaction: async (tx) => {
      await consume(tx)
      await writeSealedSet(tx, subname, set)
    },
  })
  return { ...details, subname: accepted }
}

/**
 * The number of the set is the time at which it was signed, and is used once: a set that was published cannot issue the name again, in
 * whatever bytes it is sent (others may add what a delegate has signed).
 */
function toConsumed(
  { clock }: CoreContext,
  { chainId, name }: Pick<ClaimSealedName, 'chainId' | 'name'>,
  { holder, sequence }: SealedSet,
): ConsumedMessage {
  const signedMs = Number(sequence) * 1000
  const ageMs = Math.floor(clock() / 1000) * 1000 - signedMs
  if (ageMs > maxSingleUseAgeMs || ageMs < -clockSkewMs)
    throw new AppError(
      'ChallengeExpiredException',
      'response: to claim a name, number the set by the time at which it is signed, in Unix seconds, and send it within ten minutes.',
    )
  const nonce = `sealed-set:${keccak256(stringToBytes(`${chainId} ${name} ${sequence}`))}`
  return { address: holder, nonce, expiresAt: signedMs + maxSingleUseAgeMs }
}
