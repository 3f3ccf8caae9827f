import { AppError } from '../../errors.ts'
import { appendEvents } from '../../store/entities/event-log.ts'
import { withdrawalPurpose } from '../auth/message-purpose.ts'
import { consumeSignedMessage, verifySingleUseMessage } from '../auth/verify-single-use-message.ts'
import type { Caller } from '../caller.ts'
import type { CoreContext } from '../context.ts'
import { assertNotBlocked } from '../domains/require-domain.ts'
import { claimEvent } from '../events/entity-events.ts'
import { asWallet } from '../events/new-event.ts'
import { chargeEvent } from '../write-budget/charge.ts'
import { endClaim } from './end-claim.ts'
import { type ClaimDetails, type ClaimRef, requireClaim } from './require-claim.ts'

/** Frees the label of a pending claim, signed by its claimant. */
export async function withdrawClaim(
  context: CoreContext,
  { caller, ...ref }: ClaimRef & { readonly caller: Caller },
): Promise<ClaimDetails> {
  const details = await requireClaim(context, ref)
  const { domain, claim, name } = details
  assertNotBlocked(domain)
  const purpose = withdrawalPurpose(claim.id)
  const { signer, consumed } = await verifySingleUseMessage(context, caller, domain, purpose)
  if (signer.toLowerCase() !== claim.claimant)
    throw new AppError('NotHolderException', `${signer} did not claim ${name}.`)
  const change = { domain, claim, before: 'pending', after: 'withdrawn' } as const
  const event = claimEvent(asWallet(context, signer), { type: 'claim.withdrawn', ...change })
  await chargeEvent(context, event)
  await context.store.db.transaction().execute(async (tx) => {
    await endClaim(context, tx, details, 'withdrawn')
    await consumeSignedMessage(context, tx, consumed)
    await appendEvents(tx, event)
  })
  return { ...details, claim: { ...claim, state: 'withdrawn' } }
}
