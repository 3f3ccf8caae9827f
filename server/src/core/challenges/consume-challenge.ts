import { AppError } from '../../errors.ts'
import type { Challenge, ChallengeAction } from '../../model/challenge.ts'
import { findChallenge, markChallengeUsed } from '../../store/entities/challenges.ts'
import type { StoreTransaction } from '../../store/tables.ts'
import type { ParsedMessage } from '../auth/verify-signed-message.ts'
import type { CoreContext } from '../context.ts'

/**
 * Finds a message's stored challenge. `verifySignedMessage` checks the signature, `consumeChallenge` that it is unused.
 */
export async function requireChallenge(
  { store }: CoreContext,
  { signedMessage, message }: ParsedMessage,
  action: ChallengeAction,
): Promise<Challenge> {
  const challenge = await findChallenge(store.db, message.nonce)
  if (challenge?.message === signedMessage.message && challenge.action === action) return challenge
  throw new AppError(
    'InvalidSignatureException',
    `The signed message is not a challenge of this service for ${action}; request one and sign it as it is.`,
  )
}

export async function consumeChallenge(
  { clock }: CoreContext,
  transaction: StoreTransaction,
  { nonce }: Challenge,
): Promise<void> {
  if (!(await markChallengeUsed(transaction, nonce, clock())))
    throw new AppError(
      'ChallengeExpiredException',
      'The challenge has been used already, or newer ones have replaced it. Request a new one.',
    )
}
