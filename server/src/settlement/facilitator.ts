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

/** x402 facilitator interface. */
export interface Facilitator {
  /** @throws AppError `ServiceUnavailableException` when it does not respond. */
  readonly verify: (authorization: TransferAuthorization) => Promise<VerifyResult>
  /** Never throws: a failure gives `unknown`. */
  readonly settle: (authorization: TransferAuthorization) => Promise<SettleResult>
}

interface FacilitatorOptions {
  /** http(s) base of `/verify` and `/settle`; may hold credentials, so no error shows it. */
  readonly url: string
  readonly terms: PaymentTerms
  /** Per request; absent: 30 seconds. */
  readonly timeoutMs?: number
}

/** Of a response body. */
const maxBytes = 64 * 1024

/** Sends nothing. Requests are never retried: a failed one may have taken effect. */
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
