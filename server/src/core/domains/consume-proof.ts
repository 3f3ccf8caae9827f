import { AppError } from '../../errors.ts'
import type { ConsumedMessage } from '../../model/consumed-message.ts'
import { consumeMessage } from '../../store/entities/consumed-messages.ts'
import type { StoreTransaction } from '../../store/tables.ts'

/** Consumes the message in the transaction that writes the domain, so that a former workspace cannot replay it. */
export async function consumeProof(
  transaction: StoreTransaction,
  boundMessage: ConsumedMessage | null,
  now: number,
): Promise<void> {
  if (boundMessage === null || (await consumeMessage(transaction, boundMessage, now))) return
  throw new AppError(
    'ChallengeExpiredException',
    'The signed message has been used already. Request a new one with POST /byname/v1/domains/{domain}/challenges.',
  )
}
