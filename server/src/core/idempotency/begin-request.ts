import { AppError } from '../../errors.ts'
import type { IdempotentRequest } from '../../model/idempotent-request.ts'
import {
  claimRequest,
  findRequest,
  type RequestLease,
  releaseRequest,
  renewRequestLease,
  storeResponse,
} from '../../store/entities/idempotent-requests.ts'
import type { CoreContext } from '../context.ts'
import { newId } from '../new-id.ts'
import { retryOnConflict } from '../retry-on-conflict.ts'
import { decryptResponse, encryptResponse, type StoredResponse } from './encrypt-response.ts'
import type { RequestSecrets } from './request-secrets.ts'

/** After this time without renewal its process counts as dead, and a retry runs the operation again. */
const leaseDurationMs = 15_000
const renewalIntervalMs = 5_000

const retentionMs = 24 * 60 * 60 * 1000

export interface BeginRequest {
  readonly secrets: RequestSecrets
  readonly fingerprint: string
  /** Throws when the caller may store no further response. */
  readonly charge: () => Promise<void>
}

/** Only its holder runs the operation. */
export interface RunningRequest {
  /** Stores the response for retries; without one, a retry runs the operation again. */
  readonly finish: (response: StoredResponse | undefined) => Promise<void>
}

/** @returns the response of an earlier request with the same key, or the right to run this one. */
export function beginRequest(
  context: CoreContext,
  { secrets, fingerprint, charge }: BeginRequest,
): Promise<StoredResponse | RunningRequest> {
  const { db } = context.store
  return retryOnConflict('The Idempotency-Key', async () => {
    const now = context.clock()
    const lease = { id: secrets.id, leaseOwner: newId() }
    if (await claimRequest(db, { ...lease, fingerprint, expiresAt: now + leaseDurationMs }, now)) {
      await charge().catch(async (error: unknown) => {
        await releaseRequest(db, lease)
        throw error
      })
      return run(context, secrets, lease)
    }
    // Undefined when it was released or purged in between.
    const earlier = await findRequest(db, secrets.id)
    return earlier && responseOf(earlier, secrets, fingerprint)
  })
}

function responseOf(
  earlier: IdempotentRequest,
  secrets: RequestSecrets,
  fingerprint: string,
): StoredResponse {
  if (earlier.fingerprint !== fingerprint)
    throw new AppError(
      'IdempotencyKeyReusedException',
      'This Idempotency-Key was used for another request. Use a new key for each request.',
    )
  if (earlier.response !== null) return decryptResponse(secrets, earlier.response)
  throw new AppError(
    'RequestInProgressException',
    'The first request with this Idempotency-Key is still running. Retry in 1 second.',
  )
}

function run({ store, clock }: CoreContext, secrets: RequestSecrets, lease: RequestLease): RunningRequest {
  // A failed renewal is repeated; the response is stored under the lease only.
  const renew = () => renewRequestLease(store.db, lease, clock() + leaseDurationMs).catch(() => {})
  const timer = setInterval(renew, renewalIntervalMs)
  return {
    finish: async (response) => {
      clearInterval(timer)
      if (!response) return releaseRequest(store.db, lease)
      const encrypted = encryptResponse(secrets, response)
      await storeResponse(store.db, lease, { response: encrypted, expiresAt: clock() + retentionMs })
    },
  }
}
