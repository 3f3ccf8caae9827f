import { addressKey } from '../../../../../sdk/src/verify/records.ts'
import { ApiError } from '../../../api/api-error.ts'
import { api, chainIdOf, unwrap } from '../../../api/client.ts'
import { randomId } from '../../../api/random-id.ts'
import { addressBytes } from '../../../seals/address-bytes.ts'
import { signRecordSet } from '../../../seals/sign-record-set.ts'
import { encodeSignedSet, type RecordSet } from '../../../seals/signed-set.ts'
import { t } from '../../../text/messages.ts'
import type { ConnectedWallet } from '../../../wallet/wallet.ts'
import { endOf, usualLifetime } from '../../name/seal/prepare-set.ts'
import { toSetError } from '../../name/seal/send-set.ts'
import { type Claimed, type ClaimInput, toClaimError } from '../claim.ts'
import type { SealOfLabel } from '../label-availability.ts'

export interface SealedClaim extends ClaimInput {
  readonly seal: SealOfLabel
}

/**
 * What claims a sealed name: its first records, for a year. The number is the time, by which the service knows that it is signed now.
 * @param address To which the name leads; absent: it leads nowhere.
 */
export function firstSet(address: string | undefined, nowMs: number): RecordSet {
  const value = address === undefined ? undefined : addressBytes(60, address)
  return {
    sequence: BigInt(Math.floor(nowMs / 1000)),
    validUntil: endOf(usualLifetime, nowMs),
    records: value ? [{ key: addressKey(60), value }] : [],
  }
}

/** What is signed, until the service has answered: sent again without another signature, and taken once. */
export interface SignedClaim {
  readonly response: string
  readonly idempotencyKey: string
}

/** One signature in the wallet. */
export async function signClaim(
  wallet: ConnectedWallet,
  { name, seal }: SealedClaim,
  set: RecordSet,
): Promise<SignedClaim> {
  const signature = await signRecordSet(wallet, { name, chainId: seal.chainId, resolver: seal.contract }, set)
  return { response: encodeSignedSet({ ...set, signature }), idempotencyKey: randomId() }
}

/** @throws ApiError */
export async function sendClaim(
  wallet: ConnectedWallet,
  { name, chainId, tokenId, invitation }: SealedClaim,
  { response, idempotencyKey }: SignedClaim,
): Promise<Claimed> {
  const { id, noticeToken } = await unwrap(
    api.POST('/byname/v1/names/{name}/sealed-set', {
      params: { path: { name }, query: { chainId: chainIdOf(chainId) } },
      headers: { 'idempotency-key': idempotencyKey },
      body: {
        response,
        ...(tokenId && { tokenId }),
        ...(invitation && { invitation: invitation.secret }),
      },
    }),
  )
  return { name, pendingId: id, noticeToken, wallet }
}

/** In words for the holder. */
export async function explainRefusal(
  error: unknown,
  wallet: ConnectedWallet,
  input: SealedClaim,
): Promise<unknown> {
  if (error instanceof ApiError && error.name === 'ChallengeExpiredException')
    return new Error(t('sealed.clock'))
  return toSetError(await toClaimError(error, wallet, input), wallet.address)
}
