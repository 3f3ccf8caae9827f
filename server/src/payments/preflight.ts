import { type Hex, keccak256 } from 'viem'
import { AppError } from '../errors.ts'
import type { PaymentKey, PaymentTerms, TransferAuthorization } from '../model/payment.ts'
import { findHold } from '../store/entities/settings.ts'
import type { PaidContext } from './paid-context.ts'
import type { PaidRequest } from './paid-response.ts'
import { assertPayable, assertValidWindow, authorizationDigest, recoverPayer } from './rules/authorization.ts'
import { PaymentRefusedError, type RefusalReason } from './rules/terms.ts'
import type { Facilitator } from './settlement/facilitator.ts'
import type { Token } from './settlement/token.ts'
import { findFailedTransfers } from './store/payments.ts'

export type ValidatedRequest = ReturnType<typeof validateAuthorization>

/**
 * Needs no clock, chain or journal.
 *
 * @throws PaymentRefusedError `offer`, `recipient`, `amount`.
 */
export function validateAuthorization(terms: PaymentTerms, request: PaidRequest) {
  const { authorization } = request.credential
  assertPayable(authorization, terms)
  const { chainId, asset, from: payer, nonce, signature } = authorization
  return {
    ...request,
    key: { chainId, asset, payer, nonce },
    digest: authorizationDigest(authorization, terms),
    signatureHash: keccak256(signature),
  }
}

/**
 * Accepts EOAs, without I/O, and contract wallets on the token's chain.
 *
 * @throws PaymentRefusedError `signature`; AppError `ServiceUnavailableException` when a possible contract wallet
 * cannot be checked.
 */
export async function assertSignedByPayer(
  { payments }: PaidContext,
  { credential, digest, admit }: Pick<PaidRequest, 'credential' | 'admit'> & { readonly digest: Hex },
): Promise<void> {
  const { authorization } = credential
  if (recoverPayer(digest, authorization.signature) === authorization.from) return
  const { token } = payments.settlement
  if (token && (await admit(() => asServiceUnavailable(token.isSignedByContract(authorization, digest)))))
    return
  throw new PaymentRefusedError('signature', 'The signature of the authorization is not the payer’s.')
}

export interface PreflightResult {
  /** Pending payments that the payer's balance covers, this one included. */
  readonly maxOpen: number
  /** The authorization was unused at this block; 0 when no chain can be read. */
  readonly fromBlock: number
}

/**
 * Whether the transfer could be made now.
 *
 * @throws PaymentRefusedError `challenge-expired`, `expired`, `not-yet-valid`, `used`, `funds`, `reverts`; AppError
 * `ServiceUnavailableException` when the chain or facilitator does not answer, or the relayer is out of gas.
 */
export async function preflight(context: PaidContext, { credential }: PaidRequest): Promise<PreflightResult> {
  const { clock, payments } = context
  const { settlement, maxPendingPerPayer: maxOpen } = payments
  const { authorization, challengeExpires } = credential
  if (challengeExpires !== null && challengeExpires <= clock())
    throw new PaymentRefusedError('challenge-expired', 'The challenge has expired; pay for the new one.')
  assertValidWindow(authorization, Math.floor(clock() / 1000))
  await assertPaymentsAvailable(context)
  if (settlement.kind === 'relayer') return assertTransferable(settlement.token, authorization, maxOpen)
  await assertVerifiedByFacilitator(settlement.facilitator, authorization)
  // Without a balance to read, one payment at a time.
  return settlement.token
    ? assertTransferable(settlement.token, authorization, maxOpen)
    : { maxOpen: 1, fromBlock: 0 }
}

/** @throws AppError `ServiceUnavailableException` in a restored copy that is held. */
export async function assertNotHeld({ store }: Pick<PaidContext, 'store'>): Promise<void> {
  if (await findHold(store.db))
    throw new AppError(
      'ServiceUnavailableException',
      'This service is a restored copy that accepts no payments yet. Nothing was charged.',
    )
}

/** @throws AppError `ServiceUnavailableException`. */
export async function assertPaymentsAvailable({ payments }: Pick<PaidContext, 'payments'>): Promise<void> {
  const { settlement } = payments
  if (settlement.kind === 'relayer') await asServiceUnavailable(settlement.relayer.assertReady())
}

/** The client has not paid yet. */
export function asServiceUnavailable<T>(promise: Promise<T>): Promise<T> {
  return promise.catch((cause: unknown) => {
    if (!(cause instanceof AppError)) throw cause
    throw new AppError(
      'ServiceUnavailableException',
      'Payments cannot be accepted at the moment. Nothing was charged. Send the same credential again later.',
      { cause },
    )
  })
}

async function assertTransferable(
  token: Token,
  authorization: TransferAuthorization,
  maxOpen: number,
): Promise<PreflightResult> {
  const { block, balance, isUsed, isTransferable } = await asServiceUnavailable(token.check(authorization))
  const affordable = balance / authorization.value
  if (isUsed) throw new PaymentRefusedError('used', 'The authorization was used or cancelled before.')
  if (affordable < 1n) throw new PaymentRefusedError('funds', "The payer's balance of the token is too low.")
  if (!isTransferable) throw new PaymentRefusedError('reverts', 'The transfer would revert.')
  return { maxOpen: affordable < maxOpen ? Number(affordable) : maxOpen, fromBlock: block }
}

async function assertVerifiedByFacilitator(
  facilitator: Facilitator,
  authorization: TransferAuthorization,
): Promise<void> {
  const result = await asServiceUnavailable(facilitator.verify(authorization))
  if (!result.isValid) throw refusalForCode(result.reason)
}

/** Facilitator codes; any other means that the transfer would fail. */
const reasonsByCode: readonly (readonly [RegExp, RefusalReason])[] = [
  [/insufficient/, 'funds'],
  [/nonce_already_used/, 'used'],
  [/valid_before/, 'expired'],
  [/valid_after/, 'not-yet-valid'],
  [/signature/, 'signature'],
]

export function refusalForCode(code: string): PaymentRefusedError {
  const [, reason = 'reverts'] = reasonsByCode.find(([pattern]) => pattern.test(code)) ?? []
  return new PaymentRefusedError(reason, 'The facilitator rejected the payment before it was made.')
}

const failureWindowMs = 86_400_000
const waitPerFailureMs = 600_000

/**
 * Protects the relayer's gas: after a failed transfer, a payer waits ten minutes for each one of the last day.
 *
 * @throws PaymentRefusedError `too-many`.
 */
export async function assertPayerTrusted(
  { store, clock }: PaidContext,
  payer: Omit<PaymentKey, 'nonce'>,
): Promise<void> {
  const now = clock()
  const { count, last } = await findFailedTransfers(store.db, payer, now - failureWindowMs)
  const remainingMs = last === null ? 0 : last + count * waitPerFailureMs - now
  if (remainingMs <= 0) return
  throw new PaymentRefusedError(
    'too-many',
    `Transfers of this payer were sent and failed. It can pay again in ${Math.ceil(remainingMs / 1000)} seconds.`,
  )
}
