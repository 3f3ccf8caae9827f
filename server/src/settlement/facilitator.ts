import { AppError } from '../errors.ts'
import type { TransferAuthorization } from '../payment/authorization.ts'
import type { PaymentTerms } from '../payment/terms.ts'
import { facilitatorRequest } from '../payment/x402.ts'
import { parseEndpoint, postJson } from '../rpc/post-json.ts'
import {
  parseSettleResponse,
  parseVerifyResponse,
  type SettleResult,
  type VerifyResult,
} from './facilitator-responses.ts'

/** A service that verifies and submits payments (x402, facilitator interface). */
export interface Facilitator {
  /** @throws AppError `ServiceUnavailableException` when it does not respond. */
  readonly verify: (authorization: TransferAuthorization) => Promise<VerifyResult>
  /** Never throws: any failure after the request was sent leaves the outcome `unknown`. */
  readonly settle: (authorization: TransferAuthorization) => Promise<SettleResult>
}

interface FacilitatorOptions {
  /** http(s), to which `/verify` and `/settle` are added; may hold `user:password@`, so no error shows it. */
  readonly url: string
  readonly terms: PaymentTerms
  /** Milliseconds for a whole request; absent: 30 seconds. */
  readonly timeoutMs?: number
}

/** Bytes of a response body, at most. */
const maxBytes = 64 * 1024

/** Opens a facilitator; nothing is sent. Requests are never repeated: a failed one may have been carried out. */
export function openFacilitator({ url, terms, timeoutMs = 30_000 }: FacilitatorOptions): Facilitator {
  const request = (path: '/verify' | '/settle', authorization: TransferAuthorization) =>
    postJson(parseEndpoint(joinPath(url, path)), {
      body: JSON.stringify(facilitatorRequest(authorization, terms)),
      maxBytes,
      signal: AbortSignal.timeout(timeoutMs),
    })
  return {
    verify: async (authorization) => {
      const response = await request('/verify', authorization).catch(() => undefined)
      const result = response && parseVerifyResponse(response)
      if (result) return result
      throw new AppError(
        'ServiceUnavailableException',
        'Payments cannot be verified at the moment. Retry later.',
      )
    },
    settle: async (authorization) => {
      try {
        return parseSettleResponse(await request('/settle', authorization))
      } catch {
        return { kind: 'unknown' }
      }
    },
  }
}

function joinPath(base: string, path: string): string {
  const url = new URL(base)
  url.pathname = url.pathname.replace(/\/*$/, path)
  return url.href
}
